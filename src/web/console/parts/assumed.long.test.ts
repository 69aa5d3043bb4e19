import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../test/support/browser.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../../test/support/temporary.ts'

const TIMEOUT = { timeout: 180_000 }
const WIDE = { viewport: { width: 1440, height: 900 } }
const NARROW = { viewport: { width: 390, height: 844 } }

it(
  'an assumption is found, changed, previewed and applied in six clicks, then undone',
  TIMEOUT,
  async () => {
    const sandbox = await startSandbox()
    const watched = await openPage(`http://127.0.0.1:${sandbox.port}/`, WIDE)
    const { page, offences } = watched
    let clicks = 0
    const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    }
    const statusOf = async () => (await sandbox.api.get('/campaigns/cmp_none')).status

    await click('Explorer', 'link')
    await click('Stated and assumed', 'link')
    await page.getByRole('searchbox').fill('#1')
    await click('assumed: assumption 1')
    await click('unknown_resource')
    await page.getByLabel('status', { exact: true }).fill('410')
    const after = page.getByText('With the change 410')
    await after.waitFor()
    expect(await page.getByText('"status": 410,').count()).toBe(1)
    // Neither the preview nor anything before it changes the sandbox.
    expect(await statusOf()).toBe(404)
    await click('Apply')
    await page.getByText('Now 410').waitFor()

    expect(await statusOf()).toBe(410)
    expect(clicks).toBeLessThanOrEqual(6)
    await expectAccessible(watched)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download overlay' }).click()
    const overlay = await readFile(await (await saved).path(), 'utf8')
    const twin = await startSandbox({ overlay: temporaryFile('live-changes.yaml', overlay) })
    expect((await twin.api.get('/campaigns/cmp_none')).status).toBe(410)

    await page.getByRole('button', { name: 'Undo chg_1' }).click()
    await page.getByText('Now 404').waitFor()
    expect(await statusOf()).toBe(404)
    expect(offences).toEqual([])
  },
)

it(
  'what the provider states shows its section and sentence, and why it cannot be changed',
  TIMEOUT,
  async () => {
    const { port } = await startSandbox()
    const watched = await openPage(
      `http://127.0.0.1:${port}/#/explorer?view=statements&text=frequency&section=2`,
      NARROW,
    )
    const { page, offences } = watched

    await page
      .getByRole('button', { name: /^stated: fact 2\./ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('§2', { exact: true }).first().waitFor()
    await dialog.getByText('only what is assumed can be changed').waitFor()

    expect(await dialog.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await expectAccessible(watched)
    expect(offences).toEqual([])
  },
)

it(
  'a value that the sandbox refuses says why and keeps the sandbox as it is',
  TIMEOUT,
  async () => {
    const sandbox = await startSandbox()
    const { page } = await openPage(
      `http://127.0.0.1:${sandbox.port}/#/explorer/listCampaigns`,
      WIDE,
    )

    await page.getByRole('button', { name: 'assumed: limit' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'JSON', exact: true }).click()
    const input = dialog.getByLabel('Value', { exact: true }).last()
    await input.fill('{')
    await dialog.getByText('This is not JSON yet.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await input.fill('{ "name": "limit", "in": "query", "schema": { "pattern": "(" } }')
    await dialog.getByRole('alert').filter({ hasText: 'cannot be applied' }).first().waitFor()

    expect((await sandbox.api.get('/campaigns')).status).toBe(200)
  },
)
