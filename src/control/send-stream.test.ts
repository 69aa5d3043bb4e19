import { expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { apiOf, START } from '../../test/support/sandbox.ts'
import { createSandbox } from '../sandbox.ts'
import { createClock } from '../time/clock.ts'

/** A sandbox that checks its streams when the test says so. */
async function start() {
  const real = createClock({ wallTime: () => START })
  const looks: (() => void)[] = []
  const pause = (ms: number, signal?: AbortSignal) =>
    ms === 15_000 ? new Promise<void>((resolve) => looks.push(resolve)) : real.pause(ms, signal)
  const sandbox = await createSandbox({ ephemeral: true }, { clock: { ...real, pause } })
  onTestFinished(() => sandbox.close())
  const look = () => {
    for (const resolve of looks.splice(0)) resolve()
  }
  return { sandbox, look, api: apiOf(sandbox.url), control: controlOf(sandbox) }
}

/** Listens to a stream; resolves with what can read on when it is listening. */
async function listen({ port }: { port: number }, path: string, token?: string) {
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox${path}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal: gone.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  const next = async () => {
    const { value = '', done } = await reader.read()
    text += value
    return done
  }
  return {
    async until(expected: string) {
      while (!text.includes(expected)) expect(await next()).toBe(false)
    },
    /** Everything received, when the server has ended or closed the stream. */
    async all() {
      while (!(await next().catch(() => true)));
      return text
    },
  }
}

it.each(['/requests/stream', '/events/stream'])(
  '%s sends nothing more to a deleted key',
  async (path) => {
    const { sandbox, control, api } = await start()
    const key = await sandbox.keys.create({ name: 'Leaked' })
    const { until, all } = await listen(sandbox, path, key.token)
    await until('listening')

    await control.delete(`/keys/${key.id}`)
    await api.get('/campaigns', { query: { search: 'private' } })
    await sandbox.trigger('campaign.completed')

    expect(await all()).not.toMatch(/private|campaign\.completed/)
  },
)

it.each(['/requests/stream', '/events/stream'])(
  '%s ends when its account is removed',
  async (path) => {
    const { sandbox, look } = await start()
    const { id } = await sandbox.accounts.create()
    const { until, all } = await listen(sandbox, `${path}?account=${id}`)
    await until('listening')

    await sandbox.accounts.delete(id)
    look()

    await all()
  },
)

it('sends keep-alive comments on a quiet stream, which proxies would close', async () => {
  const { sandbox, look } = await start()
  const { until } = await listen(sandbox, '/requests/stream')
  await until('listening')

  look()

  await until(': still listening')
})
