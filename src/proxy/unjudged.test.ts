import { expect, it, vi } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { startProxy, UNJUDGED } from '../../test/support/proxy.ts'

it('counts exchanges that are not judged by the reason, and says it once', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const reason = 'the body is in the content coding zstd, which Accept-Encoding did not ask for'
  const upstream = await startHttp((_req, res) => {
    res.setHeader('Content-Encoding', 'zstd').setHeader('Content-Type', 'application/json')
    res.end('zzz')
  })
  const { proxy, url } = await startProxy(
    upstream,
    { log: 'terminal' },
    {
      judge: { ...UNJUDGED, judge: async () => ({ violations: [], unjudged: reason }) },
    },
  )

  const answers = [
    await fetch(`${url}/campaigns`),
    await fetch(`${url}/campaigns?token=svc_test_a`),
  ]

  expect(answers.map(({ headers }) => headers.get('x-sandbox-violations'))).toEqual([
    expect.stringMatching(/^unjudged; ./),
    expect.stringMatching(/^unjudged; ./),
  ])
  expect(await proxy.upstream?.get()).toMatchObject({
    unjudged: 2,
    unjudged_reasons: { [reason]: 2 },
  })
  const lines = write.mock.calls.map(([line]) => String(line))
  write.mockRestore()
  expect(lines.filter((line) => line.includes('Not judged'))).toEqual([
    expect.stringContaining(`Not judged: GET /campaigns: ${reason}.`),
  ])
})

it('does not judge bodies of more than 1 MB, and says so', async () => {
  const upstream = await startHttp((_req, res) => res.end('a'.repeat(1024 * 1024 + 1)))
  const { proxy, url } = await startProxy(upstream)

  await (await fetch(`${url}/campaigns`)).text()

  expect((await proxy.upstream?.get())?.unjudged_reasons).toEqual({
    'a body is larger than 1 MB': 1,
  })
})
