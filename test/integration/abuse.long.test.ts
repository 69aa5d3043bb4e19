import { it } from 'vitest'
import { expectNoHarm } from '../support/malformed/no-harm.ts'

// Another seed sends other requests: ABUSE_SEED=7 npx vitest run test/integration/abuse.long.test.ts
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it('takes 10,000 malformed requests without harm', { timeout: 120_000 }, () =>
  expectNoHarm(10_000, SEED),
)
