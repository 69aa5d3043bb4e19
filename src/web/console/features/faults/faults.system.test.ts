import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'
import type { Fault } from './presets.ts'

const TIMEOUT = { timeout: 60_000 }

async function openFaults(options: Parameters<typeof openPage>[1] = {}) {
  const sandbox = await startSandbox()
  const opened = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`, options)
  await switchOf(opened.page, 'Server errors', false).waitFor()
  return { ...opened, sandbox }
}

const switchOf = (page: Page, name: string, checked: boolean) =>
  page.getByRole('switch', { name, exact: true, checked })

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: /faults? (is|are) on:/ })

/** The status for a client of the account that does not use the console. */
async function statusFor({ url }: TestSandbox, path = '/campaigns') {
  const response = await fetch(`${url}${path}`, {
    headers: { Authorization: 'Bearer svc_test_demo' },
  })
  await response.text()
  return response.status
}

describe('the faults screen', TIMEOUT, () => {
  it('makes requests fail with a switch, and shows and remembers it', async () => {
    const { page, offences, sandbox } = await openFaults()

    await switchOf(page, 'Server errors', false).click()
    await banner(page).getByText('Server errors').waitFor()
    expect(await statusFor(sandbox)).toBe(500)

    await page.reload()
    await switchOf(page, 'Server errors', true).waitFor()
    await switchOf(page, 'Server errors', true).click()
    await switchOf(page, 'Server errors', false).waitFor()
    await banner(page).waitFor({ state: 'detached' })

    expect(await statusFor(sandbox)).toBe(200)
    expect(await sandbox.faults.list()).toHaveLength(1)
    expect(offences).toEqual([])
  })

  it('limits a switch to operations and removes the limit again', async () => {
    const { page, sandbox } = await openFaults()

    await page.getByRole('button', { name: 'Limits of Service unavailable' }).click()
    await page.getByRole('checkbox', { name: /^listWebhooks / }).check()
    await page.getByLabel('Share of these requests').selectOption('50 %')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('listWebhooks, 50 % of the requests').first().waitFor()
    expect(await sandbox.faults.list()).toMatchObject([
      { enabled: false, operation: ['listWebhooks'], share: 0.5, status: 503 },
    ])

    await switchOf(page, 'Service unavailable', false).click()
    await switchOf(page, 'Service unavailable', true).waitFor()
    expect(await statusFor(sandbox)).toBe(200)
    await page.getByRole('button', { name: 'Limits of Service unavailable' }).click()
    await page.getByRole('checkbox', { name: /^listWebhooks / }).uncheck()
    await page.getByLabel('Share of these requests').selectOption('100 %')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    expect(await statusFor(sandbox)).toBe(503)
    expect(await sandbox.faults.list()).toHaveLength(1)
  })

  it('creates a rule, keeps the input of a refused one, and counts down', async () => {
    const { page, offences, sandbox } = await openFaults()

    await page.getByRole('button', { name: 'New rule', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New rule' })
    await form.getByLabel('Name').fill('Two failures')
    await form.getByLabel('Status').fill('200')
    await form.getByLabel('Path').fill('campaigns')
    await form.getByLabel('Count').fill('two')
    await form.getByRole('button', { name: 'Create rule' }).click()
    await form.getByText('Must be at least 400; found 200.').waitFor()
    const [path, count] = [form.getByLabel('Path'), form.getByLabel('Count')]
    expect(await path.getAttribute('aria-invalid')).toBe('true')
    expect(await count.inputValue()).toBe('two')
    expect(await form.getByLabel('Name').inputValue()).toBe('Two failures')

    await form.getByLabel('Status').fill('502')
    await path.fill('/camp*')
    await count.fill('2')
    // The form moves when its problems go.
    await form.locator('[aria-invalid="true"]').first().waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: 'Create rule' }).click()
    const row = page.getByRole('row', { name: 'Two failures' })
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
    expect([await statusFor(sandbox), await statusFor(sandbox), await statusFor(sandbox)]).toEqual([
      502, 502, 200,
    ])
    await row.getByText('used up').waitFor()
    await banner(page).waitFor({ state: 'detached' })

    await row.getByRole('button', { name: 'Delete Two failures' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('No fault rules yet').waitFor()
    expect(offences).toEqual([])
  })

  it('edits a rule from a template, duplicates it and changes the order', async () => {
    const { page, sandbox, offences } = await openFaults()
    await page.getByRole('button', { name: 'New rule', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New rule' })
    await form.getByLabel('Template').selectOption('Three failures, then success')
    await form.getByRole('button', { name: 'Create rule' }).click()
    const name = 'Three failures, then success'
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    const edit = page.getByRole('dialog', { name: 'Edit rule' })
    await edit.getByLabel('Count').fill('')
    await edit.getByLabel('Path').fill('/campaigns')
    await edit.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('row', { name }).getByText('no limit').waitFor()

    await page.getByRole('button', { name: `Duplicate ${name}` }).click()
    await form.getByLabel('Status').fill('502')
    await form.getByRole('button', { name: 'Create rule' }).click()
    await page.getByRole('button', { name: `Move ${name} (copy) up` }).click()
    const first = page.getByRole('row').nth(1)
    await first.getByText('(copy)').waitFor()

    expect(await sandbox.faults.list()).toMatchObject([
      { name: `${name} (copy)`, path: '/campaigns', status: 502, remaining: null },
      { name, path: '/campaigns', error: 'server_error', remaining: null },
    ])
    expect(await statusFor(sandbox)).toBe(502)
    expect(offences).toEqual([])
  })

  it('keeps the other effects of a rule, removes emptied ones, and sends each field', async () => {
    const { page, sandbox, offences } = await openFaults()
    const rule = { name: 'Slow', status: 503, delay: { median: 1, p99: 2 }, count: 5 }
    const { id } = await sandbox.faults.add(rule)
    expect(await statusFor(sandbox)).toBe(503)
    const edit = page.getByRole('dialog', { name: 'Edit rule' })
    const save = async (changes: Record<string, string>) => {
      await page.goto(`http://127.0.0.1:${sandbox.port}/#/faults/${id}`)
      for (const [label, text] of Object.entries(changes)) await edit.getByLabel(label).fill(text)
      await edit.getByRole('button', { name: 'Save rule' }).click()
      await edit.waitFor({ state: 'detached' })
      return (await sandbox.faults.list())[0]
    }

    expect(await save({})).toMatchObject({ ...rule, remaining: 4 })
    expect(await save({ Status: '502' })).toMatchObject({ ...rule, status: 502, remaining: 4 })
    const after = await save({ 'or median': '', 'and 99th percentile': '' })
    expect(after).toMatchObject({ name: 'Slow', status: 502, remaining: 4 })
    expect(after).not.toHaveProperty('delay')
    await page.goto(`http://127.0.0.1:${sandbox.port}/#/faults/${id}`)
    await edit.getByRole('checkbox', { name: /^listCampaigns / }).check()
    await edit.getByRole('checkbox', { name: 'GET', exact: true }).check()
    const texts = { Path: '/campaigns', Share: '0.5', Count: '9', 'Expires in': '1h' }
    expect(await save({ ...texts, 'Headers left out': 'X-One\nX-Two' })).toMatchObject({
      operation: ['listCampaigns'],
      method: ['GET'],
      path: '/campaigns',
      share: 0.5,
      status: 502,
      missing_headers: ['X-One', 'X-Two'],
      remaining: 9,
      expires_at: expect.any(String),
    })
    await page.getByRole('button', { name: 'Duplicate Slow' }).click()
    await page.getByRole('button', { name: 'Create rule' }).click()
    await page.getByText('created.').waitFor()
    const [{ expires_at }, copy] = (await sandbox.faults.list()) as [Fault, Fault]
    expect(copy).toMatchObject({ name: 'Slow (copy)', share: 0.5, expires_at })
    expect(offences).toEqual([])
  })

  it('says that the rule of a link is gone', async () => {
    const { page, sandbox } = await openFaults()
    await page.goto(`http://127.0.0.1:${sandbox.port}/#/faults/flt_gone`)

    await page.getByRole('alert').getByText('There is no rule flt_gone.').waitFor()
  })

  it('shows a request that the fault affects, which the Explorer sends', async () => {
    const { page, sandbox } = await openFaults()

    await switchOf(page, 'Malformed JSON', false).click()
    await page.getByText('“Malformed JSON” affects this request').waitFor()
    const command = await page.getByLabel('Command', { exact: true }).innerText()
    const [, address = ''] = /'(http[^']+)'/.exec(command) ?? []
    const answer = await fetch(address, { headers: { Authorization: 'Bearer svc_test_demo' } })
    expect(answer.headers.get('x-sandbox-fault')).toMatch(/^flt_/)
    await expect(answer.json()).rejects.toThrow()

    await page.getByRole('link', { name: 'Send it in the Explorer' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const response = page.getByRole('region', { name: 'Response', exact: true })
    await response.getByText(/\d+ headers/).click()
    await response.getByText('x-sandbox-fault', { exact: true }).waitFor()
    // On purpose, so it is logged like a request of an app.
    expect(await sandbox.requests.list()).toHaveLength(2)
  })

  it('leaves the overview as it is, and is turned off from there', async () => {
    const sandbox = await startSandbox()
    await sandbox.faults.add({ error: 'server_error', count: 2, name: 'Bad weather' })

    const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
    await page.getByText('Share of voice').first().waitFor()
    await banner(page).getByText('Bad weather').waitFor()

    // The rule is for the user's client.
    expect(await sandbox.faults.list()).toMatchObject([{ matched: 0 }])
    expect([await statusFor(sandbox), await statusFor(sandbox)]).toEqual([500, 500])
    await sandbox.faults.add({ connection: 'reset', name: 'Worse weather' })
    await banner(page).getByText('Worse weather').waitFor()
    await banner(page).getByRole('button', { name: 'Switch off' }).click()
    await banner(page).waitFor({ state: 'detached' })
    expect(await statusFor(sandbox)).toBe(200)
    expect(offences).toEqual([])
  })
})
