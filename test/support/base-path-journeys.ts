import { expect } from 'vitest'
import { openPage } from './browser.ts'
import { openPrefixProxy } from './prefix-proxy.ts'
import { startSandbox } from './sandbox.ts'

/** Journeys through pages behind a proxy that strips or keeps the prefix of their addresses. */

/** The console, and a change from elsewhere. */
export async function expectConsoleBehind({ strips }: { strips: boolean }): Promise<void> {
  const sandbox = await startSandbox({ basePath: '/sandbox' })
  const origin = await openPrefixProxy(sandbox, { prefix: '/sandbox', strips })

  const { page, offences } = await openPage(`${origin}/sandbox/`)
  await page.getByRole('link', { name: 'Planwell on Bing' }).waitFor()
  await sandbox.faults.add({ name: 'From elsewhere', error: 'server_error' })
  await page.getByText('1 fault is on').waitFor()

  expect(offences).toEqual([])
}

/** Trying an operation in the docs, and from there to the guide. */
export async function expectDocsBehind({ strips }: { strips: boolean }): Promise<void> {
  const sandbox = await startSandbox({ basePath: '/sandbox' })
  const origin = await openPrefixProxy(sandbox, { prefix: '/sandbox', strips })

  const { page, offences } = await openPage(`${origin}/sandbox/docs`)
  await page.getByText(`${origin}/sandbox/api`).first().waitFor()
  const link = 'document.querySelector("a[download=\'openapi.json\']").href'
  const download = await page.evaluate<string>(link)
  await page.getByRole('link', { name: 'Generate a report' }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('200 OK').waitFor()
  await page.getByRole('button', { name: 'Preview the file' }).click()
  await page.getByRole('link', { name: 'Save the file' }).waitFor()
  await page.getByRole('link', { name: 'Guide' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()

  expect(download).toBe(`${origin}/sandbox/openapi.json`)
  expect(page.url()).toBe(`${origin}/sandbox/guide/api`)
  expect(offences).toEqual([])
}
