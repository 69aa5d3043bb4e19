import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox } from '../../../../../test/support/sandbox.ts'

const run = promisify(execFile)

describe('the request as a hub', { timeout: 90_000 }, () => {
  it('job: two 429s to curl, in five clicks', async () => {
    const { api, page, click, clicks, offences } = await open()
    await api.get('/campaigns', { query: { limit: 1 } })

    await click(row(page, 'limit=1'))
    await click(page.getByRole('button', { name: 'Make this fail…' }))
    await click(page.getByRole('button', { name: 'Make it fail' }))
    await page.getByText('The next 2 requests of listCampaigns will fail.').waitFor()
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await api.get('/campaigns')).status)
    expect(statuses).toEqual([429, 429, 200])
    await row(page, '429').nth(1).waitFor()
    await click(row(page, '429').first())
    const copy = page.getByRole('button', { name: 'Copy as curl' })
    await page.getByRole('article').getByText('rate_limit_exceeded').first().waitFor()
    await click(copy)
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    const command = await copied(page)
    expect(clicks()).toBeLessThanOrEqual(6)
    const { stdout } = await run('sh', ['-c', `${command} --silent`], {
      env: { ...process.env, SVC_TOKEN: 'svc_test_demo' },
    })
    expect(JSON.parse(stdout).success).toBe(true)
    expect(offences).toEqual([])
  })

  it('replays a request with the demo key, and compares both', async () => {
    const { api, page, click, sandbox, offences } = await open()
    await api.post('/campaigns', { body: CAMPAIGN })
    await click(row(page, 'POST'))

    await keyOf(page).getByText('Demo key').waitFor({ state: 'attached' })
    await click(page.getByRole('button', { name: 'Replay' }))
    await page.waitForURL(/#\/requests\/req_2/)
    const [latest] = await sandbox.requests.list({ limit: 1 })
    expect(latest).toMatchObject({ method: 'POST', status: 201, account: 'acc_demo' })
    expect(JSON.parse(latest?.request.body ?? '')).toEqual(CAMPAIGN)

    await click(page.getByRole('link', { name: 'Compare with req_1' }))
    const answers = page.getByLabel('Differences of the response')
    await answers.waitFor()
    expect(await answers.innerText()).toMatch(/− .*"id": "cmp_/)
    expect(await answers.innerText()).not.toContain(`"name": "${CAMPAIGN.name}"\n−`)
    await expectAccessible({ page })
    await page.keyboard.press('Escape')
    await page.getByRole('article').waitFor({ state: 'detached' })
    expect(offences).toEqual([])
  })

  it('edits and resends a request in the form of its operation, with a key that is made for it', async () => {
    const { api, page, click, sandbox } = await open()
    await api.get('/campaigns', { query: { limit: 1 } })
    await click(row(page, 'limit=1'))
    await keyOf(page).selectOption('made')
    await expectAccessible({ page })
    await click(page.getByRole('link', { name: 'Edit and resend' }))
    await page.getByText('Filled in from the request req_1').waitFor()
    await page.getByLabel('limit', { exact: true }).fill('2')
    await click(page.getByRole('button', { name: 'Send', exact: true }))
    await page.getByText('200 OK').waitFor()

    const [latest] = await sandbox.requests.list({ limit: 1 })
    expect(latest).toMatchObject({ url: '/api/campaigns?limit=2', status: 200 })
    const keys = await sandbox.keys.list()
    expect(keys.find(({ id }) => id === latest?.key?.id)?.name).toBe('Console')
  })

  it('selects with the keyboard, keeps the selection in the address, and saves it as HAR', async () => {
    const { api, page, click, offences } = await open()
    for (const id of ['a', 'b', 'c']) await api.get(`/campaigns/cmp_${id}`)
    await row(page, 'cmp_c').waitFor()
    await page.getByRole('heading', { level: 1 }).click()

    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 requests selected.').waitFor()
    await page.reload()
    await page.getByText('2 requests selected.').waitFor()
    expect(await row(page, 'cmp_b').getByRole('checkbox').isChecked()).toBe(true)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('button', { name: 'Save 2 as HAR' })),
    ])
    const har = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(har.log.entries.map(({ request }: { request: { url: string } }) => request.url)).toEqual(
      [expect.stringContaining('cmp_b'), expect.stringContaining('cmp_c')],
    )

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('article').waitFor()
    await page.keyboard.press('j')
    await page.waitForURL(/#\/requests\/req_(1|2)/)
    await page.keyboard.press('Escape')
    await page.getByRole('article').waitFor({ state: 'detached' })
    expect(offences).toEqual([])
  })
})

const row = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text, has: page.getByRole('link') })

const keyOf = (page: Page) =>
  page.getByRole('article').getByRole('combobox', { name: 'Key', exact: true })

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

/** The requests screen of a new sandbox; `click` counts the clicks of a job. */
async function open(options: Parameters<typeof openPage>[1] = {}) {
  const sandbox = await startSandbox()
  const opened = await openPage(`http://127.0.0.1:${sandbox.port}/#/requests`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  await opened.page.getByText('Live', { exact: true }).waitFor()
  let count = 0
  const click = (target: ReturnType<Page['locator']>) => {
    count += 1
    return target.click()
  }
  return { ...opened, sandbox, api: sandbox.api, click, clicks: () => count }
}
