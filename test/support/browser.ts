import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContextOptions,
  chromium as engine,
  type Page,
} from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** A page in a real browser, and what it did that no page of ours may do. */
export interface WatchedPage {
  page: Page
  /** Errors of the page and of its console, violations of its policy, and requests to other hosts. */
  offences: string[]
}

/** One for all test files of a process, with which it ends. */
let started: Promise<Browser> | undefined

/** A tab of its own with nothing kept, closed when the test ends. `url` is the server that it may talk to. */
export async function openPage(
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { watched, close } = await openSharedPage(url, options)
  onTestFinished(close)
  return watched
}

/** The same for several tests, until `close`. */
export async function openSharedPage(
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ watched: WatchedPage; close: () => Promise<void> }> {
  started ??= launch()
  const browser = await started
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  })
  const page = await context.newPage()
  const offences: string[] = []
  const { host } = new URL(url)
  page.on('pageerror', (error) => offences.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser reports a failed request; tests check how the page handles it.
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
  return { watched: { page, offences }, close: () => context.close() }
}

/** Launched without the network of its own that a browser has: it would look for updates. */
export async function launch(): Promise<Browser> {
  return engine.launch({
    executablePath: await chromium.executablePath(),
    // Those of the package are for one page in one process, which ends with it. No page lives long enough for
    // optimized code to pay: without it, axe takes half of the time.
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      '--js-flags=--no-opt',
      // A site of the public web, and a name that was made to resolve to this machine.
      '--host-resolver-rules=MAP evil.example 127.0.0.1',
    ],
  })
}

/**
 * Holds a page against WCAG as axe-core reads it, in both themes: nothing of it may be serious or critical. The themes
 * differ in colours alone, so in the other one it is contrast that is looked at.
 */
export async function expectAccessible({ page }: Pick<WatchedPage, 'page'>): Promise<void> {
  const { default: axe } = await import('axe-core')
  // Past the page's policy, which allows scripts of its server alone.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
  expect(await seriousOf(page, {})).toEqual([])

  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  // Half way from one colour to the other is neither.
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
  )`)
  const contrast = await seriousOf(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  expect(contrast, 'in the other theme').toEqual([])
}

/** What is wrong, and where. */
async function seriousOf(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  // To look into imported style sheets (`preload`) it would write styles into the page, which the policy refuses.
  const { violations } = await page.evaluate(
    (asked) => {
      const { axe } = globalThis as unknown as { axe: { run(how: object): Promise<AxeResult> } }
      return axe.run(asked)
    },
    { ...options, preload: false, resultTypes: ['violations'] },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** By how many pixels a page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  const pixels = 'document.documentElement.scrollWidth - innerWidth'
  // After a change of the size, charts are drawn in a later frame.
  await page.waitForFunction(`${pixels} <= 0`, null, { timeout: 5000 }).catch(() => {})
  return page.evaluate<number>(pixels)
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string }[] }[]
}
