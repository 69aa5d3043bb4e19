import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContextOptions,
  chromium as engine,
  type Page,
} from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'

/** A page in a real browser, and what it did that no page of ours may do. */
export interface WatchedPage {
  page: Page
  /** Errors of the page and of its console, violations of its policy, and requests to other hosts. */
  offences: string[]
}

let started: Promise<Browser> | undefined

/** Registers that the browser ends with the file; call it once at the top of a test file that opens pages. */
export function useBrowser(): void {
  afterAll(async () => {
    const browser = await started
    started = undefined
    await browser?.close()
  })
}

/** A tab of its own with nothing kept, closed when the test ends. `url` is the server that it may talk to. */
export async function openPage(
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  started ??= launch()
  const browser = await started
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const offences: string[] = []
  const { host } = new URL(url)
  page.on('pageerror', (error) => offences.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A failed request is told by the browser itself; that the page takes it well is for the test to see.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      offences.push(`console: ${message.text()}`)
    }
  })
  page.on('request', (request) => {
    const address = new URL(request.url())
    const isOwn =
      address.host === host || address.protocol === 'data:' || address.protocol === 'blob:'
    if (!isOwn) offences.push(`request: ${request.url()}`)
  })
  await page.goto(url)
  return { page, offences }
}

/** Launched without the network of its own that a browser has: it would look for updates. */
export async function launch(): Promise<Browser> {
  return engine.launch({
    executablePath: await chromium.executablePath(),
    // Those of the package are for one page in one process, which ends with it.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** Holds a page against WCAG as axe-core reads it: nothing of it may be serious or critical. */
export async function expectAccessible({ page }: Pick<WatchedPage, 'page'>): Promise<void> {
  const { default: axe } = await import('axe-core')
  // Past the page's policy, which allows scripts of its server alone.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: { preload: boolean }): Promise<AxeResult> }
    }
    // To look into imported style sheets it would write styles into the page, which the policy refuses.
    return axe.run({ preload: false })
  })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([])
}

/** By how many pixels a page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string }[] }[]
}
