import { get as getSecure } from 'node:https'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import type { SandboxOptions } from '../config.ts'
import { createSandbox } from '../sandbox.ts'
import { Starting } from './starting.ts'

async function starting(options: SandboxOptions = {}) {
  const port = await freePort()
  const given: SandboxOptions = { port, log: 'silent', ephemeral: true, ...options }
  const standIn = new Starting(given)
  onTestFinished(() => standIn.close())
  await standIn.open()
  return { standIn, options: given, origin: `http://127.0.0.1:${port}` }
}

it('is live while it starts, and not ready for the reason that was reported last', async () => {
  const { standIn, origin } = await starting()
  standIn.report('The data folder is being read.')

  const [live, ready, service] = await Promise.all(
    ['/_sandbox/health/live', '/_sandbox/health/ready?x=1', '/api/campaigns'].map((path) =>
      fetch(origin + path),
    ),
  )

  expect([live?.status, ready?.status, service?.status]).toEqual([200, 503, 503])
  expect(await live?.json()).toMatchObject({ success: true, data: { status: 'live' } })
  expect(await ready?.json()).toMatchObject({
    success: false,
    error: { code: 'server_error', message: 'The data folder is being read.' },
  })
  expect(service?.headers.get('retry-after')).toBe('1')
  expect(service?.headers.get('x-ratelimit-limit')).toBe('600')
})

it('hands its port over without closing it', async () => {
  const { standIn, options, origin } = await starting()
  const statuses = new Set([(await fetch(`${origin}/_sandbox/health/ready`)).status])
  let isOver = false
  const polling = (async () => {
    while (!isOver) statuses.add((await fetch(`${origin}/_sandbox/health/ready`)).status)
  })()

  const sandbox = await createSandbox(options, { standIn })
  onTestFinished(() => sandbox.close())
  await expect.poll(() => statuses.has(200)).toBe(true)
  isOver = true

  // A refused connection would have rejected.
  await polling
  expect([...statuses]).toEqual([503, 200])
  expect(sandbox.url).toBe(`${origin}/api`)
})

it('frees the port when the sandbox closes', async () => {
  const { standIn, options, origin } = await starting()

  const sandbox = await createSandbox(options, { standIn })
  await sandbox.close()

  await expect(fetch(origin)).rejects.toThrow()
})

it('answers below the base path, too', async () => {
  const { origin } = await starting({ basePath: '/sandbox' })

  expect((await fetch(`${origin}/sandbox/_sandbox/health/live`)).status).toBe(200)
})

it('answers with HTTPS if the sandbox does', async () => {
  const data = `${temporaryFolder()}/data`
  const { options } = await starting({ https: true, ephemeral: false, data })

  const status = await new Promise((resolve, reject) => {
    getSecure(`https://127.0.0.1:${options.port}/_sandbox/health/live`, {
      rejectUnauthorized: false,
      agent: false,
    })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
  })
  expect(status).toBe(200)
})

it('reports what a sandbox waits for', async () => {
  const reasons: string[] = []
  const standIn = {
    report: (reason: string) => void reasons.push(reason),
    handOver: async () => undefined,
  }
  const data = `${temporaryFolder()}/data`

  for (const _ of ['new', 'kept']) {
    const sandbox = await createSandbox({ data, log: 'silent' }, { standIn })
    await sandbox.close()
  }

  expect(reasons).toEqual([
    'The data folder is being read.',
    'The accounts of the fixture are being written.',
    'The data folder is being read.',
  ])
})
