import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../test/support/browser.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'

const NARROW = { viewport: { width: 390, height: 844 } }

it.each([
  [
    'what the provider states, with its section',
    'view=statements&text=frequency&section=2',
    /^stated: fact 2\./,
    '§2',
  ],
  [
    'an assumption, with the overlay action to copy',
    'view=assumptions&text=%231',
    /^assumed: assumption 1$/,
    'target:',
  ],
])('shows %s', { timeout: 90_000 }, async (_, query, mark, shown) => {
  const { port } = await startSandbox()
  const watched = await openPage(`http://127.0.0.1:${port}/#/explorer?${query}`, NARROW)
  const { page, offences } = watched

  await page.getByRole('button', { name: mark }).first().click()

  await page.getByRole('dialog').getByText(shown).first().waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(watched)
  expect(offences).toEqual([])
})
