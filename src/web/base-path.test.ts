import { describe, expect, it } from 'vitest'
import { openPage } from '../../test/support/browser.ts'
import { openPrefixProxy } from '../../test/support/prefix-proxy.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

describe.each([
  ['that strips the prefix', true],
  ['that keeps the prefix', false],
])('behind a proxy %s', BROWSER, (_, strips) => {
  it('shows the console, and changes from elsewhere as they happen', async () => {
    const sandbox = await startSandbox({ basePath: '/sandbox' })
    const origin = await openPrefixProxy(sandbox, { prefix: '/sandbox', strips })

    const { page, offences } = await openPage(`${origin}/sandbox/`)
    await page.getByRole('link', { name: 'Planwell on Bing' }).waitFor()
    await sandbox.faults.add({ name: 'From elsewhere', error: 'server_error' })
    await page.getByText('1 fault is on').waitFor()

    expect(offences).toEqual([])
  })

  it('tries operations in the docs, and opens the guide from there', async () => {
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
  })
})

describe('embedding', BROWSER, () => {
  const headersOf = async (frameAncestors: string[], path: string) => {
    const { port } = await startSandbox({ frameAncestors })
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    return [/frame-ancestors [^;]*/.exec(policy)?.[0], headers.get('x-frame-options')]
  }

  it.each(['/', '/docs', '/guide/'])('is denied by default: %s', async (path) => {
    expect(await headersOf([], path)).toEqual(["frame-ancestors 'none'", 'DENY'])
  })

  it.each(['/', '/docs', '/guide/'])('is allowed to listed origins: %s', async (path) => {
    const origins = ['https://docs.example', 'http://localhost:3000', 'self']
    const sources = "frame-ancestors https://docs.example http://localhost:3000 'self'"
    expect(await headersOf(origins, path)).toEqual([sources, null])
  })

  it('is allowed to pages of the same origin', async () => {
    expect(await headersOf(['self'], '/')).toEqual(["frame-ancestors 'self'", 'SAMEORIGIN'])
  })

  it.each(['*', 'null', 'https://docs.example/page', 'https://a.example; script-src *'])(
    'refuses %s',
    async (origin) => {
      await expect(startSandbox({ frameAncestors: origin })).rejects.toThrow('--frame-ancestors')
    },
  )
})
