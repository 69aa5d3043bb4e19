import type { Page } from 'playwright-core'
import { openPage, type WatchedPage } from './browser.ts'
import { controlOf } from './control.ts'
import { startSandbox, type TestSandbox } from './sandbox.ts'

/** A sandbox with nothing in its log, and its requests screen on a page that tests share. */
export async function emptyLog(sandbox: TestSandbox, { page, offences }: WatchedPage) {
  const control = controlOf(sandbox)
  await page.goto(`http://127.0.0.1:${sandbox.port}/#/faults`)
  await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
  await control.delete('/requests')
  return {
    api: sandbox.api,
    control,
    async screen(path = '') {
      await page.goto(`http://127.0.0.1:${sandbox.port}/#/requests${path}`)
      return { page, offences }
    },
  }
}

type Opened = Parameters<typeof openPage>[1]

/** A sandbox without requests, and its requests screen. */
export async function startLog() {
  const sandbox: TestSandbox = await startSandbox()
  const url = `http://127.0.0.1:${sandbox.port}/`
  return {
    api: sandbox.api,
    port: sandbox.port,
    control: controlOf(sandbox),
    url,
    async screen(
      path = '',
      options: Opened = {},
      prepare: (page: Page) => Promise<unknown> = async () => {},
    ) {
      // A page without requests of its own first, in whose place the screen comes.
      const opened = await openPage(`${url}console/icon.svg`, options)
      await prepare(opened.page)
      await opened.page.goto(`${url}#/requests${path}`)
      return opened
    },
  }
}

/** The row with a link of this name, or with a text. */
export function rowOf(page: Page, name: string | RegExp) {
  const link = page.getByRole('link', {
    name,
    ...(typeof name === 'string' ? { exact: true } : {}),
  })
  return page.getByRole('row').filter(name instanceof RegExp ? { hasText: name } : { has: link })
}
