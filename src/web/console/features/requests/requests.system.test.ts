import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { rowOf, shareRequestScreen, startLog } from '../../../../../test/support/request-screen.ts'
import { CAMPAIGN } from '../../../../../test/support/sandbox.ts'

const emptyLog = shareRequestScreen()

describe('the request log', { timeout: 60_000 }, () => {
  it('shows new requests without moving the rows that the user reads', async () => {
    const { api, screen } = await emptyLog()
    const { page, offences } = await screen()
    await page.getByText('No requests yet').waitFor()

    await api.get('/campaigns', { query: { limit: 1 } })
    await rowOf(page, '/api/campaigns?limit=1').waitFor()
    await rowOf(page, '/api/campaigns?limit=1').getByText('listCampaigns').waitFor()

    for (let count = 0; count < 40; count++) await api.get('/auth/verify')
    await page.getByText('41 requests.').waitFor()
    const oldest = rowOf(page, '/api/campaigns?limit=1')
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await oldest.waitFor()
    const before = await oldest.boundingBox()
    await api.get('/auth/me')

    await page.getByRole('button', { name: '1 new one at the top' }).waitFor()
    expect(await oldest.boundingBox()).toEqual(before)
    await page.getByRole('button', { name: '1 new one at the top' }).click()
    await rowOf(page, '/api/auth/me').waitFor()
    expect(offences).toEqual([])
  })

  it('links a request to its key', async () => {
    const { api, screen } = await emptyLog()
    await api.get('/auth/verify')
    const { page } = await screen()

    await rowOf(page, '/api/auth/verify').getByRole('link').click()
    // Content that loads later moves the link.
    await page.getByText('The request succeeded.').waitFor()
    await page.getByRole('region', { name: 'Request as code' }).waitFor()
    await page.getByRole('article').getByRole('link', { name: 'Everything' }).click()

    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
  })

  it('does not change while it is paused', async () => {
    const { api, screen } = await emptyLog()
    await api.get('/auth/verify')
    const { page } = await screen()
    await rowOf(page, '/api/auth/verify').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()

    await api.get('/auth/me')
    const resume = page.getByRole('button', { name: 'Resume (1 new)' })
    await resume.waitFor()
    expect(await rowOf(page, '/api/auth/me').count()).toBe(0)

    await resume.click()
    await rowOf(page, '/api/auth/me').waitFor()
  })

  it('filters old and new requests, with the filter in the address', async () => {
    const { api, screen } = await startLog()
    await api.get('/campaigns')
    await api.get('/campaigns/cmp_nowhere')
    const { page, offences } = await screen()

    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
    await rowOf(page, '/api/campaigns/cmp_nowhere').waitFor()
    await rowOf(page, /\/api\/campaigns$/).waitFor({ state: 'detached' })
    await api.get('/auth/me')
    await api.get('/campaigns/cmp_late')
    await rowOf(page, '/api/campaigns/cmp_late').waitFor()
    expect(await rowOf(page, '/api/auth/me').count()).toBe(0)

    await page.getByRole('searchbox', { name: 'Search' }).fill('status:4xx cmp_late')
    await page.waitForURL(/[?&]q=status%3A4xx\+cmp_late/)
    await page.getByText('1 request.').waitFor()
    await page.reload()
    await page.getByText('1 request.').waitFor()

    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
    await page.getByText('No requests match the filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(page, '/api/auth/me').waitFor()
    expect(offences).toEqual([])
  })

  it('can be cleared for the named account', async () => {
    const { api, screen, control } = await emptyLog()
    await api.get('/auth/verify')
    const { page } = await screen()
    await page.getByRole('button', { name: 'Clear…' }).click()
    await page.getByRole('dialog', { name: 'Clear the requests of Demo Ltd?' }).waitFor()
    await page.getByRole('button', { name: 'Clear requests' }).click()

    await page.getByText(/1 request of .?Demo Ltd.? cleared/).waitFor()
    await page.getByText('No requests yet').waitFor()
    expect((await control.get('/requests')).body.data).toEqual([])
  })
})

describe('an open request', { timeout: 60_000 }, () => {
  it('shows body, validation, fault and the assumed parts of the response', async () => {
    const { api, screen, control } = await startLog()
    const { name, ...nameless } = CAMPAIGN
    await api.post('/campaigns', { body: nameless })
    const rule = { operation: 'listCampaigns', delay: 1 }
    const fault = (await control.post('/faults', { body: rule })).body.data.id
    await api.get('/campaigns', { query: { limit: 1 } })
    const { page, offences } = await screen()

    await rowOf(page, /limit=1/).click()
    const detail = page.getByRole('article')
    await detail.getByText('The request succeeded. A fault rule affected it.').waitFor()
    const body = detail.getByRole('region', { name: 'Body of the response' })
    await assumed(body, 'status').waitFor()
    expect(await assumed(body, 'name').count()).toBe(0)
    expect(await detail.getByRole('link', { name: fault }).getAttribute('href')).toContain(
      `#/faults/${fault}`,
    )
    await assumed(body, 'status').click()
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /status/ })
      .waitFor()
    await page.getByRole('dialog').getByRole('region', { name: 'Overlay action' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await detail.getByText('of them assumed').click()
    await markOf(headerOf(detail, 'access-control-expose-headers')).waitFor()
    expect(await markOf(headerOf(detail, 'x-ratelimit-limit')).count()).toBe(0)

    await rowOf(page, /^.*POST.*$/).click()
    await detail.getByText('1 field is wrong: name.').waitFor()
    const sent = detail.getByRole('region', { name: 'Body of the request' })
    await sent.getByText('name is missing').waitFor()
    await detail.getByRole('button', { name: 'assumed: status 400' }).click()
    await page.getByRole('dialog').getByText("$['x-failures']['invalid_input']").waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const json = (await sent.innerText()).replace('name is missing', '')
    expect(JSON.parse(json)).toEqual(nameless)
    expect(offences).toEqual([])
  })
})

function headerOf(detail: ReturnType<Page['locator']>, name: string) {
  return detail.getByRole('term').filter({ hasText: name })
}

const markOf = (place: ReturnType<Page['locator']>) =>
  place.getByRole('button', { name: /^assumed:/ })

/** The mark on a member that is assumed. */
function assumed(body: ReturnType<Page['locator']>, name: string) {
  return body.getByRole('button', { name: `assumed: ${name}`, exact: true }).first()
}
