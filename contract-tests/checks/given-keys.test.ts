import { expect, it } from 'vitest'
import type { Tokens } from '../http/settings.ts'
import { keyed, type Plant } from '../self-test/changes.ts'
import { checkServer } from '../self-test/suite.ts'
import { TOKENS } from '../self-test/world.ts'

const { main, restricted, limited, revoked, other } = TOKENS

it('warns of nothing where the keys are what they should be', async () => {
  const { result } = await checkServer()

  expect(result.warnings).toBeUndefined()
})

it.each<[RegExp, Partial<Tokens>, Plant?]>([
  [/^--restricted-token is refused: .*invalid_api_key/, { restricted: 'svc_test_typo' }],
  [/^--limited-token is refused/, { limited: 'svc_test_typo' }],
  [/^--limited-token has a limit of 500.*10 or less/, {}, keyed('limited', { limit: 500 })],
  [
    /^--restricted-token may do more than read \(campaigns:write\)/,
    {},
    keyed('restricted', { permissions: ['campaigns:read', 'campaigns:write'] }),
  ],
  [/^--revoked-token works/, { revoked: other }],
])('warns: %s', async (warning, wrong, plant) => {
  const { result } = await checkServer(plant, {
    tokens: { main, restricted, limited, revoked, ...wrong },
    requirements: { strict: true },
  })

  expect(result.warnings).toEqual([expect.stringMatching(warning)])
  expect(result.unmet).toContain(`--strict: ${result.warnings?.[0]}`)
})
