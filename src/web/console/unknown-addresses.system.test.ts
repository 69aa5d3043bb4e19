import { it } from 'vitest'
import { expectWayOut } from '../../../test/support/console-journeys.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

it.each([
  ['nonsense', 'There is no screen called nonsense', 'Go to the Overview'],
  ['overview/cmp_nope', 'There is no campaign cmp_nope in this account', 'Show all campaigns'],
])('says what #/%s is not, and where to go', { timeout: 60_000 }, async (path, title, link) => {
  const { port } = await startSandbox()

  await expectWayOut(`http://127.0.0.1:${port}/`, { path, title, link })
})
