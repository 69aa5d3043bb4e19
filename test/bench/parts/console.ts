import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { launch } from '../../support/browser.ts'
import { startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { compared, type Row } from '../table.ts'

const ROUNDS = 9
const PLAIN = '<!doctype html><title>Plain</title><button>Plain</button>'

/** What it takes to open the console on loopback with an empty cache, next to a page of one button without scripts. */
export async function opening(): Promise<Row[]> {
  const plain = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(PLAIN))
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
  const [sandbox, browser] = await Promise.all([startSandbox(['--ephemeral']), launch()])
  try {
    const opened: Opened[] = []
    const reference: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Its buttons work, then the figures of the account are there.
      opened.push(await open(browser, sandbox.url, '.clock button:not(:disabled)', '.tile-value'))
      reference.push((await open(browser, plainUrl, 'button')).times[0] as number)
    }
    const { files, bytes } = opened[0] as Opened
    const [interactive = [], figures = []] = [0, 1].map((n) =>
      opened.map(({ times }) => times[n] as number),
    )
    const weight = `${files} files, ${(bytes / 1000).toFixed(0)} KB`
    return compared('a page of one button, node:http', median(reference), {
      [`console, until its buttons work (${weight})`]: median(interactive),
      'console, until the figures are shown': median(figures),
    })
  } finally {
    await browser.close()
    plain.closeAllConnections()
    plain.close()
    await sandbox.stop()
  }
}

interface Opened {
  /** Milliseconds since the request for the page until each selector selects something. */
  times: number[]
  /** Of the page's own files as they are sent, compressed. */
  bytes: number
  files: number
}

async function open(browser: Browser, url: string, ...selectors: string[]): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  const times: number[] = []
  for (const selector of selectors) {
    await page.locator(selector).first().waitFor()
    times.push(await page.evaluate<number>('performance.now()'))
  }
  const weight = await page.evaluate<{ bytes: number; files: number }>(`(() => {
    const own = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ name }) => !/\\/(api|_sandbox)\\//.test(name))
    return { files: own.length, bytes: own.reduce((sum, { transferSize }) => sum + transferSize, 0) }
  })()`)
  await context.close()
  return { times, ...weight }
}
