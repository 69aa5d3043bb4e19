import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, openSharedPage } from '../../../../../test/support/browser.ts'
import {
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../../../test/support/temporary.ts'

const TIMEOUT = { timeout: 60_000 }

let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(addressOf(sandbox))
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

const addressOf = ({ port }: { port: number }, hash = '#/explorer') =>
  `http://127.0.0.1:${port}/${hash}`

async function openExplorer(hash = '') {
  const { page, offences } = shared.watched
  await page.goto(addressOf(sandbox, `#/explorer${hash}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, offences }
}

async function openWithOverlay(hash: string, context: Parameters<typeof openPage>[1] = {}) {
  const served = await startSandbox({ overlay: overlay() })
  const opened = await openPage(addressOf(served, `#/explorer${hash}`), context)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return opened
}

const overlay = () =>
  temporaryFile(
    'staging.overlay.yaml',
    JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'How staging differs', version: '2.0' },
      actions: [
        {
          target: "$['x-failures'].invalid_input",
          description: 'Seen on staging. Invalid input is answered with 422.',
          update: { status: 422 },
        },
      ],
    }),
  )

describe('trying an operation', TIMEOUT, () => {
  it('reads the lists that it offers without a trace', async () => {
    const before = await sandbox.requests.list()
    const { page } = await openExplorer('/getCampaign')

    await page
      .getByLabel('id', { exact: true })
      .getByText('Northwheel category pages')
      .waitFor({ state: 'attached' })

    expect(await sandbox.requests.list()).toEqual(before)
  })

  it('creates a key for an account without a known one, keeps it, and replaces it after a reset', async () => {
    const { page } = await openPage(addressOf(sandbox, '#/explorer/verifyToken'))
    await page.locator('.account select').selectOption('acc_starter')
    await page.getByRole('link', { name: 'Check that a token works' }).first().click()
    await page.getByText('Creates the key first.').waitFor()
    const send = () => page.getByRole('button', { name: 'Send', exact: true }).click()
    const status = (text: string) =>
      page.locator('.explorer-answer .http-status', { hasText: text }).waitFor()
    const own = async () => {
      const keys = await sandbox.keys.list({ account: 'acc_starter' })
      return keys.filter(({ name }) => name === 'Console').length
    }

    await send()
    await status('200')
    await send()
    // The status of the first answer is still there.
    const requests = async () => (await sandbox.requests.list({ account: 'acc_starter' })).length
    await expect.poll(requests).toBe(2)
    expect(await own()).toBe(1)

    await sandbox.reset({ account: 'acc_starter' })
    await send()
    await status('401')
    await page.getByText('Creates the key first.').waitFor()
    await send()
    await status('200')
    expect(await own()).toBe(1)
  })
})

describe('what the provider states', TIMEOUT, () => {
  it('is found by words and operation, and the address keeps both', async () => {
    const { page } = await openExplorer('?view=statements')

    // An error is looked up by its status or its code, which the table of errors has.
    await page.getByRole('searchbox', { name: 'Search' }).fill('404')
    await page.getByRole('button', { name: 'assumed: assumption 1' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('zeppelin')
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('exportCsv')
    await page.getByText('No statements match').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('csv')
    await page.getByText('exports data as CSV').first().waitFor()

    expect(page.url()).toContain('view=statements&text=csv&operation=exportCsv')
    expect(await page.getByRole('region', { name: '§6 Events' }).count()).toBe(0)
  })

  it('shows the changes of an overlay, and the assumptions that it changes', async () => {
    const { page, offences } = await openWithOverlay('?view=statements')

    await page.getByText('changed by staging.overlay.yaml').first().waitFor()
    await page.getByRole('link', { name: 'Overlays' }).click()
    const file = page.getByRole('region', { name: 'staging.overlay.yaml' })
    await file.getByText('Invalid input is answered with 422.').waitFor()
    const change = file.getByRole('group', { name: 'Change of /x-failures/invalid_input/status' })

    expect(await change.getByLabel('Before').innerText()).toBe('400')
    expect(await change.getByLabel('After').innerText()).toBe('422')
    expect(offences).toEqual([])
  })
})
