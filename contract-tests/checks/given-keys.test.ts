import { expect, it } from 'vitest'
import type { Tokens } from '../http/settings.ts'
import type { Mutation } from '../self-test/server.ts'
import { TOKENS } from '../self-test/service.ts'
import { checkServer } from '../self-test/suite.ts'

const { main, restricted, limited, revoked, other } = TOKENS

it('warns of nothing where the keys are what they should be', async () => {
  const { result } = await checkServer()

  expect(result.warnings).toBeUndefined()
})

it.each<[RegExp, Partial<Tokens>, Mutation?]>([
  [/^--restricted-token is refused: .*invalid_api_key/, { restricted: 'svc_test_typo' }],
  [/^--limited-token is refused/, { limited: 'svc_test_typo' }],
  [/^--limited-token has a limit of 500.*10 or less/, {}, { settings: { limitedLimit: 500 } }],
  [
    /^--restricted-token may do more than read \(campaigns:write\)/,
    {},
    { settings: { restrictedPermissions: ['campaigns:read', 'campaigns:write'] } },
  ],
  [/^--revoked-token works/, { revoked: other }],
])('warns: %s', async (warning, wrong, mutation) => {
  const { result } = await checkServer(mutation, {
    tokens: { main, restricted, limited, revoked, ...wrong },
    requirements: { strict: true },
  })

  expect(result.warnings).toEqual([expect.stringMatching(warning)])
  expect(result.unmet).toContain(`--strict: ${result.warnings?.[0]}`)
})
