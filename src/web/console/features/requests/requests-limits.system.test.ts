import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { rowOf, shareRequestScreen, startLog } from '../../../../../test/support/request-screen.ts'

const PAGE_SIZE = 1000
const MANY = 10_000

// `npm test` follows the log, filters it and opens a request.
const emptyLog = shareRequestScreen()

describe('the request log', { timeout: 60_000 }, () => {
  it('shows callers without an account by default, and says what is wrong with a search', async () => {
    const { api, screen } = await emptyLog()
    for (let count = 0; count < 5; count++) await api.get('/auth/verify', { key: 'svc_test_wrong' })
    const { page, offences } = await screen()
    await page.getByText('5 requests.').waitFor()
    await rowOf(page, '/api/auth/verify').first().getByText('no valid key').waitFor()

    await api.get('/auth/me')
    await page.getByText('6 requests.').waitFor()
    await page.getByRole('combobox', { name: 'Key' }).selectOption('none')
    await page.getByText('5 requests.').waitFor()

    const search = page.getByRole('searchbox', { name: 'Search' })
    expect(await search.inputValue()).toBe('key:none')
    await search.fill('sttus:401')
    await page.getByText('There is no field "sttus". Did you mean status?').waitFor()
    expect(await search.getAttribute('aria-invalid')).toBe('true')
    expect(offences).toEqual([])
  })

  it('keeps the chosen columns in the browser', async () => {
    const { api, screen } = await emptyLog()
    await api.get('/campaigns/cmp_nowhere')
    const { page } = await screen()
    await page.getByText('Columns', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Error' }).check()
    await page.getByRole('checkbox', { name: 'Duration' }).uncheck()

    await page.reload()
    await rowOf(page, /cmp_nowhere/)
      .getByText('not_found')
      .waitFor()
    expect(await page.getByRole('columnheader', { name: 'Duration' }).count()).toBe(0)
    await page.evaluate("localStorage.removeItem('svc-request-columns')")
  })

  it('reports dropped requests and a lost connection', async () => {
    const { api, screen } = await startLog()
    await api.get('/auth/verify')
    let calls = 0
    const { page, offences } = await screen('', {}, (opened) =>
      opened.route('**/_sandbox/requests/stream?*', (route) => {
        calls += 1
        if (calls > 1) return route.abort()
        const body = 'event: missed\ndata: {"after":"req_3","up_to":"req_15"}\n\n'
        return route.fulfill({ contentType: 'text/event-stream', body })
      }),
    )

    await page.getByRole('alert').getByText('The sandbox dropped up to 12 requests').waitFor()
    await page.getByRole('status').getByText('Connecting…').waitFor()
    await page.unroute('**/_sandbox/requests/stream?*')
    await page.getByRole('status').getByText('Live').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(offences).toEqual([])
  })
})

describe('an open request', { timeout: 60_000 }, () => {
  it('reports that the sandbox no longer has it', async () => {
    const { screen } = await emptyLog()
    const { page } = await screen('/req_77')

    await page.getByRole('alert').getByText('There is no logged request "req_77"').waitFor()
  })
})

describe('10,000 requests', { timeout: 60_000 }, () => {
  it('render only visible rows, to the last one by keyboard', async () => {
    const { screen } = await startLog()
    const { page, offences } = await screen('', {}, feedMany)
    await page.getByText('10,000 requests.').waitFor()
    const grid = page.getByRole('grid')

    await grid.focus()
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(MANY + 1))
    await page.keyboard.press('ArrowDown')
    expect(await selectedOf(page)).toContain('/api/campaigns/9999')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    expect(await selectedOf(page)).toContain('/api/campaigns/9999')
    await page.keyboard.press('End')
    await rowOf(page, '/api/campaigns/1').waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    expect(await selectedOf(page)).toMatch(/\/api\/campaigns\/1\D/)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/requests\/req_10000/)
    expect(offences).toEqual([])
  })
})

it('a phone has one thing at a time, with a way back', { timeout: 60_000 }, async () => {
  const { api, screen } = await emptyLog()
  await api.get('/campaigns', { query: { limit: 2 } })
  const { page, offences } = await screen()
  await page.setViewportSize({ width: 390, height: 844 })

  await rowOf(page, /limit=2/).click()
  await page.getByRole('grid').waitFor({ state: 'hidden' })
  await page.getByText('The request succeeded.').waitFor()
  await page.getByRole('link', { name: 'All requests' }).click()

  await rowOf(page, /limit=2/).waitFor()
  expect(offences).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
})

async function selectedOf(page: Page): Promise<string> {
  const id = await page.getByRole('grid').getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"]`).innerText()
}

/** Answers for the log with more than a sandbox keeps of one account. */
async function feedMany(page: Page): Promise<void> {
  await page.route('**/_sandbox/requests?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const limit = Number(query.get('limit') ?? PAGE_SIZE)
    const offset = Number(query.get('offset') ?? 0)
    const data = Array.from({ length: limit }, (_, index) => loggedOf(MANY - offset - index))
    const pagination = { total: MANY, limit, offset, has_more: offset + limit < MANY }
    return route.fulfill({ json: { success: true, data, meta: { pagination } } })
  })
}

function loggedOf(number: number) {
  const message = { headers: {}, body: null, truncated: false }
  return {
    id: `req_${number}`,
    request_id: `request-${number}`,
    time: '2026-01-15T09:30:00.000Z',
    account: 'acc_demo',
    key: { id: 'key_made', prefix: 'svc_test' },
    method: 'GET',
    url: `/api/campaigns/${number}`,
    operation: 'getCampaign',
    status: 200,
    error: null,
    duration_ms: 1,
    fault: null,
    validation: { valid: true, issues: [] },
    request: message,
    response: message,
  }
}
