import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openPage, openSharedPage } from './browser.ts'
import { controlOf } from './control.ts'
import { startSandbox, startSharedSandbox, type TestSandbox } from './sandbox.ts'

/**
 * For the tests of a file that only read the log: a sandbox and a page that they share. The returned function empties the
 * log, with which each test begins.
 */
export function shareRequestScreen() {
  let sandbox: TestSandbox
  let shared: Awaited<ReturnType<typeof openSharedPage>>
  beforeAll(async () => {
    sandbox = await startSharedSandbox()
    shared = await openSharedPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
  })
  afterAll(async () => {
    await shared.close()
    await sandbox.close()
  })
  return async () => {
    const { page, offences } = shared.watched
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
