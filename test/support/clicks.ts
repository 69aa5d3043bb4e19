import type { Page } from 'playwright-core'

/**
 * Counts what a user presses on the page from now on: clicks, and choices from a list. Keys that press a button do not count,
 * because typing is no click.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.clicksOfTest = 0
    // A press of a key on a button is a click without a count, and so is that of a label on its input.
    addEventListener('click', (event) => { clicksOfTest += event.detail > 0 ? 1 : 0 }, true)
    addEventListener('change', ({ target }) => { clicksOfTest += target.tagName === 'SELECT' ? 1 : 0 }, true)
  `)
  return () => page.evaluate<number>('clicksOfTest')
}
