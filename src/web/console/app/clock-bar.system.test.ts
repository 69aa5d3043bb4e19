import { expect, it } from 'vitest'
import { openPage, overflow } from '../../../../test/support/browser.ts'
import { controlOf } from '../../../../test/support/control.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

it('shows one message about an advance that two answers report', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/keys`)
  await page.getByText(', next run').waitFor()
  const { body } = await controlOf(sandbox).get('/clock')
  const [from, to] = ['2026-01-15T09:30:00.000Z', '2026-01-22T09:30:00.000Z']
  const summaryWith = (pending: number) => {
    const deliveries = { delivered: 3, failed_attempts: 0, pending }
    return { from, to, runs: 7, events: { 'campaign.completed': 7 }, deliveries }
  }
  const { advancing: _, ...clock } = body.data
  const progress = { from, to, now: from, share: 0.5, runs: 3, events: {}, deliveries: {} }
  const ended = { status: 'finished', to, error: null, summary: summaryWith(1) }
  let reads = 0
  await page.route(/_sandbox\/clock\?/, (route) => {
    const isRead = route.request().method() === 'GET'
    if (isRead) reads++
    // The second read sees that it has ended.
    const data = isRead
      ? { ...clock, advancing: reads === 1 ? progress : null }
      : { ...clock, now: to, advancing: null, summary: summaryWith(2) }
    return route.fulfill({ json: { success: true, data } })
  })
  await page.route(/_sandbox\/clock\/stream/, (route) => {
    const data = JSON.stringify({ ...clock, now: to, advancing: null, last_advance: ended })
    const headers = { 'Content-Type': 'text/event-stream' }
    return route.fulfill({ headers, body: `event: clock\ndata: ${data}\n\n` })
  })

  await page.getByRole('button', { name: '+7 days' }).click()

  await expect.poll(() => reads).toBeGreaterThan(1)
  expect(await page.locator('.toast').allInnerTexts()).toEqual([
    expect.stringContaining('7 campaign runs, 7 events, 3 delivered, 2 waiting for a retry'),
  ])
})

it('has room for the progress of an advance on a phone', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { body } = await controlOf(sandbox).get('/clock')
  const { now } = body.data
  const deliveries = { delivered: 1234, failed_attempts: 0, pending: 0 }
  const advancing = { from: now, to: now, now, share: 0.5, runs: 1234, events: {}, deliveries }
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/keys`, {
    viewport: { width: 390, height: 844 },
  })
  await page.route(/_sandbox\/clock\?/, (route) =>
    route.fulfill({ json: { success: true, data: { ...body.data, advancing } } }),
  )

  await page.reload()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await cancel.waitFor()

  const { x = 0, width = 0 } = (await cancel.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await overflow(page)).toBe(0)
})
