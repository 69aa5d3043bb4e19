import { expect, it } from 'vitest'
import { openPage, overflow } from '../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }
/** Right-to-left override, without the character that ends it. */
const OVERRIDE = '\u202e'

async function makeKey({ url }: TestSandbox, name: string): Promise<void> {
  const response = await fetch(url.replace(/api$/, '_sandbox/keys?account=acc_demo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(response.status).toBe(201)
}

it.each([1280, 390])(
  'shows names without a space in a window of %i pixels',
  SLOW,
  async (width) => {
    const sandbox = await startSandbox()
    const campaign = 'W'.repeat(190)
    const key = 'W'.repeat(120)
    const keywords = ['w'.repeat(80)]
    const body = { ...CAMPAIGN, name: campaign, brand: 'V'.repeat(100), keywords }
    expect((await sandbox.api.post('/campaigns', { body })).status).toBe(201)
    await makeKey(sandbox, key)
    const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`, {
      viewport: { width, height: 900 },
    })

    await page.getByRole('link', { name: campaign }).waitFor()
    expect(await overflow(page), 'Overview').toBe(0)
    await page.getByRole('link', { name: campaign }).click()
    const heading = page.getByRole('heading', { level: 1, name: campaign })
    await heading.waitFor()
    expect(await overflow(page), 'campaign').toBe(0)
    // Two lines of 25 pixels; the title has all of the name.
    expect((await heading.boundingBox())?.height).toBeLessThan(56)
    expect(await heading.getByTitle(campaign).count()).toBe(1)

    const openScreen = async (name: string) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('link', { name, exact: true }).click()
    }
    await openScreen('API Keys')
    await page.getByRole('link', { name: key }).waitFor()
    expect(await overflow(page), 'API Keys').toBe(0)
    const hiddenIn = (selector: string) =>
      page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
      )
    expect(await hiddenIn('.keys-panel'), 'columns').toBe(0)
    await page.getByRole('button', { name: `Delete ${key}` }).click()
    expect(await hiddenIn('dialog'), 'dialog').toBe(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: key }).click()
    await page.getByRole('heading', { level: 1, name: key }).waitFor()
    expect(await overflow(page), 'key').toBe(0)

    await openScreen('Integrations')
    await page.getByLabel('Descriptive name').fill('V'.repeat(100))
    await page.getByRole('button', { name: 'Create API Token' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await hiddenIn('dialog'), 'dialog with the token').toBe(0)
    expect(offences).toEqual([])
  },
)

it('isolates the writing direction of a name', SLOW, async () => {
  const sandbox = await startSandbox()
  const name = `${OVERRIDE}turned`
  await makeKey(sandbox, name)
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/keys`)

  await page.getByRole('button', { name: `Delete ${name}` }).click()

  // Before the name, the name, what follows it.
  await page.getByRole('dialog').waitFor()
  const lefts = await page.evaluate<number[]>(`(() => {
    const texts = document.createTreeWalker(document.querySelector('dialog h2'), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const lefts = []
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      lefts.push(range.getBoundingClientRect().left)
    }
    return lefts
  })()`)
  expect(lefts).toHaveLength(3)
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
})
