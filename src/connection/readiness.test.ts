import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { createClock } from '../time/clock.ts'
import { Readiness } from './readiness.ts'

/** A clock whose waits of `ms` last until the test ends them. */
function clockThatHolds(ms: number) {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const clock = createClock()
  const wait: typeof clock.wait = (time, signal) => (time === ms ? held : clock.wait(time, signal))
  return { clock: { ...clock, wait, pause: wait }, end }
}

describe('Readiness', () => {
  it('begins with the end of the start, and ends with the drain', async () => {
    const readiness = new Readiness(createClock())

    expect(await readiness.problem()).toBe('The sandbox is starting.')
    readiness.start()
    expect(await readiness.problem()).toBe(undefined)
    readiness.drain()
    expect(await readiness.problem()).toBe('The sandbox is shutting down.')
  })

  it.each([
    ['away', async () => false],
    ['failing', () => Promise.reject(new Error('failing'))],
  ])('ends while the store is %s', async (_, isStoreAvailable) => {
    const readiness = new Readiness(createClock(), isStoreAvailable)
    readiness.start()

    expect(await readiness.problem()).toBe('The database of the sandbox is not available.')
  })

  it('ends while the store does not answer for a second', async () => {
    const { clock, end } = clockThatHolds(1000)
    const readiness = new Readiness(clock, () => new Promise(() => {}))
    readiness.start()

    const problem = readiness.problem()
    end()

    expect(await problem).toBe('The database of the sandbox is not available.')
  })
})

describe('GET /_sandbox/health', () => {
  it('is not ready from the close on, but live, and requests are answered until the drain ends', async () => {
    const { clock, end } = clockThatHolds(7000)
    const sandbox = await createSandbox({ ephemeral: true, drainSeconds: 7 }, { clock })
    const root = supertest(new URL(sandbox.url).origin)
    const statuses = async () => {
      const paths = ['/_sandbox/health/live', '/_sandbox/health/ready', '/api/auth/me']
      const answers = await Promise.all(
        paths.map((path) => root.get(path).set('Authorization', 'Bearer svc_test_demo')),
      )
      return answers.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200])

    const closed = sandbox.close()
    expect(await statuses()).toEqual([200, 503, 200])
    const { body, headers } = await root.get('/_sandbox/health/ready')
    expect(body.error).toMatchObject({
      code: 'server_error',
      message: 'The sandbox is shutting down.',
    })
    expect(headers).toMatchObject({ 'retry-after': '1', connection: 'close' })

    end()
    await closed
    await expect(statuses()).rejects.toThrow('ECONNREFUSED')
  })

  it('is open to everyone', async () => {
    const sandbox = await createSandbox({
      ephemeral: true,
      adminToken: 'secret',
      publicUrl: 'https://sandbox.example',
      trustProxy: 1,
    })
    const root = supertest(new URL(sandbox.url).origin)

    for (const path of ['live', 'ready']) {
      const { status, body } = await root
        .get(`/_sandbox/health/${path}?nocache=1`)
        .set('X-Forwarded-For', '203.0.113.9')
      expect([status, body.data]).toEqual([200, { status: path }])
    }
    await sandbox.close()
  })
})
