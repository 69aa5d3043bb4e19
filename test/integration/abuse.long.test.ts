import { it } from 'vitest'
import { expectNoHarm } from '../support/malformed/no-harm.ts'

// `npm run abuse` sends 100,000. Another seed sends other requests: ABUSE_SEED=7 npx vitest run test/integration/abuse.long.test.ts
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it('takes 4,000 malformed requests without harm', { timeout: 120_000 }, () =>
  expectNoHarm(4_000, SEED),
)
