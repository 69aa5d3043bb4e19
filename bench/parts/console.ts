import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { launch } from '../../src/testing/browser.ts'
import { startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { milliseconds, type Row, row } from '../table.ts'

const ROUNDS = 9

interface PageFigures {
  /** Bytes of the console's own files as they are sent, compressed. */
  bytes: number
  /** How many files that are. */
  files: number
  /** Milliseconds from the request for the page until its buttons work, with nothing in the browser's cache. */
  interactive: number
  /** Until the figures of the account are shown. */
  figures: number
  /** Until the one button of a page without scripts is there. */
  reference: number
}

export async function opening(): Promise<Row[]> {
  const { bytes, files, interactive, figures, reference } = await pageFigures()
  const name = 'a page of one button, node:http'
  const there = milliseconds(reference)
  const weight = `${files} files, ${(bytes / 1000).toFixed(0)} KB`
  return [
    row(
      `console, until its buttons work (${weight})`,
      milliseconds(interactive),
      name,
      there,
      interactive / reference,
    ),
    row(
      'console, until the figures are shown',
      milliseconds(figures),
      name,
      there,
      figures / reference,
    ),
  ]
}

/** What it takes to open the console on loopback, beside a page of one button. */
async function pageFigures(): Promise<PageFigures> {
  const [sandbox, plain, browser] = await Promise.all([
    startSandbox(['--ephemeral']),
    plainPage(),
    launch(),
  ])
  try {
    const opened: Awaited<ReturnType<typeof open>>[] = []
    const reference: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      opened.push(await open(browser, sandbox.url))
      reference.push(await timeUntil(browser, plain.url, 'button'))
    }
    return {
      bytes: opened[0]?.bytes ?? 0,
      files: opened[0]?.files ?? 0,
      interactive: median(opened.map(({ interactive }) => interactive)),
      figures: median(opened.map(({ figures }) => figures)),
      reference: median(reference),
    }
  } finally {
    await browser.close()
    plain.close()
    await sandbox.stop()
  }
}

async function open(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  const interactive = await timeOf(page, '.clock button:not(:disabled)')
  const figures = await timeOf(page, '.tile-value')
  const { bytes, files } = await page.evaluate<{ bytes: number; files: number }>(`(() => {
    const own = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ name }) => !/\\/(api|_sandbox)\\//.test(name))
    return { files: own.length, bytes: own.reduce((sum, { transferSize }) => sum + transferSize, 0) }
  })()`)
  await context.close()
  return { interactive, figures, bytes, files }
}

async function timeUntil(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const time = await timeOf(page, selector)
  await context.close()
  return time
}

type Page = Awaited<ReturnType<Browser['newPage']>>

/** Milliseconds since the request for the page when the page has what `selector` selects. */
async function timeOf(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().waitFor()
  return page.evaluate<number>('performance.now()')
}

function plainPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_req, res) => {
    res
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Plain</title><button>Plain</button>')
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}/`,
        close: () => {
          server.closeAllConnections()
          server.close()
        },
      })
    })
  })
}
