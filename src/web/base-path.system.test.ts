import { describe, expect, it } from 'vitest'
import { expectConsoleBehind, expectDocsBehind } from '../../test/support/base-path-journeys.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

describe('behind a proxy that strips the prefix', BROWSER, () => {
  it('shows the console, and changes from elsewhere as they happen', () =>
    expectConsoleBehind({ strips: true }))

  it('tries operations in the docs, and opens the guide from there', () =>
    expectDocsBehind({ strips: true }))
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

  it.each(['*', 'null', 'https://docs.example/page', 'https://a.example; script-src *'])(
    'refuses %s',
    async (origin) => {
      await expect(startSandbox({ frameAncestors: origin })).rejects.toThrow('--frame-ancestors')
    },
  )
})

describe('behind a proxy that keeps the prefix', BROWSER, () => {
  it('shows the console, and changes from elsewhere as they happen', () =>
    expectConsoleBehind({ strips: false }))

  it('tries operations in the docs, and opens the guide from there', () =>
    expectDocsBehind({ strips: false }))
})
