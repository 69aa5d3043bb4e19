import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../test/support/browser.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

const HOW = ['fetch', 'XMLHttpRequest'] as const
const ROWS = (['reset', 'empty'] as const).flatMap((connection) =>
  ['GET', 'POST'].flatMap((method) =>
    HOW.flatMap((how) => [1, 2].map((count) => ({ connection, method, how, count }))),
  ),
)

/** The types of tests are those of Node. */
interface Dom {
  XMLHttpRequest: new () => {
    status: number
    onload: () => void
    onerror: (reason: unknown) => void
    open(method: string, url: string): void
    setRequestHeader(name: string, value: string): void
    send(body: string | undefined): void
  }
}

/** What an app sees of `times` requests, one after the other: a status, or an error. */
async function sentBy(page: Page, asked: object) {
  return page.evaluate(async (given) => {
    const { url, how, method, token, body, times } = given as Record<string, string> & {
      times: number
    }
    const headers: Record<string, string> = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    }
    const sent = method === 'POST' ? body : undefined
    const once = async () => {
      if (how === 'fetch')
        return (await fetch(url as string, { method, headers, body: sent })).status
      const request = new (globalThis as unknown as Dom).XMLHttpRequest()
      request.open(method as string, url as string)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      return new Promise<number>((resolve, reject) => {
        request.onload = () => resolve(request.status)
        request.onerror = reject
        request.send(sent)
      })
    }
    // Connections that the browser keeps.
    await Promise.all([1, 2, 3, 4].map(() => fetch('/live').then((response) => response.text())))
    const seen: (number | string)[] = []
    for (let n = 0; n < times; n++) seen.push(await once().catch(() => 'error'))
    return seen
  }, asked)
}

it.each(ROWS)('Chromium sees $connection of $method by $how as often as $count', async (row) => {
  const { connection, method, how, count } = row
  const sandbox = await startSandbox()
  const { origin } = new URL(sandbox.url)
  const { page } = await openPage(`${origin}/_sandbox/health`)
  const operation = method === 'GET' ? 'listCampaigns' : 'createCampaign'
  const asked = {
    ...{ url: `${sandbox.url}/campaigns`, how, method, token: 'svc_test_demo', times: count + 2 },
    body: JSON.stringify(CAMPAIGN),
  }

  await sandbox.faults.add({ operation, connection, count })
  const seen = await sentBy(page, asked)

  const status = method === 'GET' ? 200 : 201
  expect(seen).toEqual([...Array.from({ length: count }, () => 'error'), status, status])
})
