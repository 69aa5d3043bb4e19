import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, START, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const DAY = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A sandbox whose advances stop at the first event until `release` is called. */
async function withSlowReceiver(options: Parameters<typeof startSandbox>[0] = {}) {
  const waiting: (() => void)[] = []
  let isReleased = false
  const receiver = await startReceiver((_, response) => {
    if (isReleased) response.end()
    else waiting.push(() => response.end())
  })
  const release = () => {
    isReleased = true
    for (const answer of waiting) answer()
  }
  const sandbox = await startSandbox({ fixture: 'empty', ...options })
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const events = ['campaign.completed']
  await sandbox.api.post('/webhooks', { body: { url: receiver.url, events } })
  return { sandbox, receiver, release, control: controlOf(sandbox) }
}

const ended = async (control: ReturnType<typeof controlOf>) => {
  await expect.poll(async () => (await control.get('/clock')).body.data.advancing).toBeNull()
  return (await control.get('/clock')).body.data
}

describe('an advance that takes long', () => {
  it('is answered at once, shows its progress, and keeps its result', async () => {
    const { receiver, release, control } = await withSlowReceiver()

    const begun = await control.post('/clock', { body: { advance: '10d', wait: false } })
    await receiver.arrived(1)
    const during = (await control.get('/clock')).body.data
    release()
    const after = await ended(control)

    expect(begun.status).toBe(202)
    expect(begun.body.data.advancing).toMatchObject({ from: iso(START), to: iso(START + 10 * DAY) })
    expect(begun.body.message).toContain('DELETE /_sandbox/clock/advance')
    expect(during).toMatchObject({ frozen: false, last_advance: null, advancing: { runs: 1 } })
    expect(during.advancing.share).toBeLessThan(0.1)
    expect(during.now).toBe(during.advancing.now)
    expect(after.last_advance).toMatchObject({
      status: 'finished',
      error: null,
      to: iso(START + 10 * DAY),
      summary: { runs: 10, to: iso(START + 10 * DAY), deliveries: { delivered: 10 } },
    })
  })

  it('continues although its caller hangs up', async () => {
    const { sandbox, receiver, release, control } = await withSlowReceiver()
    const call = request(`http://127.0.0.1:${sandbox.port}/_sandbox/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    })
    call.on('error', () => {})
    call.end(JSON.stringify({ advance: '3d', wait: true }))
    await receiver.arrived(1)

    call.destroy()
    release()

    expect((await ended(control)).now).toBe(iso(START + 3 * DAY))
  })

  it('refuses other moves and snapshots, and names the way out', async () => {
    const { receiver, release, control } = await withSlowReceiver()
    await control.post('/clock', { body: { advance: '3d', wait: false } })
    await receiver.arrived(1)

    const refused = [
      await control.post('/clock', { body: { advance: '1d' } }),
      await control.post('/clock', { body: { now: '2026-05-01T00:00:00Z' } }),
      await control.post('/clock', { body: { frozen: true, wait: false } }),
      await control.post('/snapshots', { body: { name: 'during' } }),
    ]
    const queued = control.post('/clock', { body: { advance: '1d', wait: true } })
    release()

    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    for (const { body } of refused) {
      expect(body.error.message).toContain('DELETE /_sandbox/clock/advance')
    }
    expect((await queued).body.data.summary.from).toBe(iso(START + 3 * DAY))
  })

  it('is cancelled where it is', async () => {
    const { sandbox, receiver, release, control } = await withSlowReceiver()
    const failed = sandbox.clock.advance('3d').catch((error) => error)
    await receiver.arrived(1)

    const { status, body } = await control.delete('/clock/advance')
    release()
    sandbox.advance({ hours: 1 })

    expect(status).toBe(200)
    expect((await failed).message).toMatch(/was cancelled. The clock stays at 2026-01-15T09:30:0/)
    expect(body.data).toMatchObject({ advancing: null, last_advance: { status: 'cancelled' } })
    const cut = Date.parse(body.data.last_advance.summary.to)
    expect(cut - START).toBeLessThan(DAY)
    const { now } = (await control.get('/clock')).body.data
    expect(Date.parse(now)).toBe(cut + 3_600_000)
    const none = await control.delete('/clock/advance')
    expect([none.status, none.body.error.message]).toEqual([
      404,
      expect.stringContaining('is not being advanced'),
    ])
  })

  it.each([
    ['a reset', '/reset', 'was reset'],
    ['a removal', '', 'There is no account'],
  ])('is ended by %s', async (_, path, words) => {
    const { receiver, release, control } = await withSlowReceiver()
    const waits = control.post('/clock', { body: { advance: '3d', wait: true } })
    const answer = waits.then(({ body }) => body)
    await receiver.arrived(1)

    if (path) await control.post(path, { body: { account: 'acc_demo' } })
    else await control.delete('/accounts/acc_demo')
    release()

    expect((await answer).error.message).toContain(words)
    if (!path) return
    const { advancing, last_advance, now } = await ended(control)
    expect({ advancing, now }).toEqual({ advancing: null, now: iso(START) })
    expect(last_advance).toMatchObject({ status: 'failed', error: expect.stringContaining(words) })
  })

  it('ends where it got to when the sandbox stops, and says so after the restart', async () => {
    const data = await temporaryFolder()
    const { sandbox, receiver, release } = await withSlowReceiver({ data })
    await controlOf(sandbox).post('/clock', { body: { advance: '5d', frozen: true, wait: false } })
    await receiver.arrived(1)
    await sandbox.close()
    release()

    const control = controlOf(await startSandbox({ data }))

    const { now, frozen, last_advance } = await ended(control)
    expect(frozen).toBe(true)
    expect(Date.parse(now)).toBeLessThan(START + DAY)
    expect(last_advance).toMatchObject({
      status: 'interrupted',
      error: `The sandbox stopped while the clock was being advanced to ${iso(START + 5 * DAY)}. The clock got to ${now}; advance it again to go on.`,
      to: iso(START + 5 * DAY),
      summary: { from: iso(START), to: now, runs: 1 },
    })
  })

  it('is streamed until its end', async () => {
    const { sandbox, receiver, release } = await withSlowReceiver()
    const clocks = await streamOf(sandbox)
    expect((await clocks.next()).advancing).toBeNull()

    await controlOf(sandbox).post('/clock', { body: { advance: '3d', wait: false } })
    await receiver.arrived(1)
    let clock = await clocks.next()
    while (clock.advancing?.runs !== 1) clock = await clocks.next()
    release()
    while (clock.advancing) clock = await clocks.next()

    expect(clock.last_advance?.summary.runs).toBe(3)
  })
})

interface Shown {
  advancing: { runs: number } | null
  last_advance: { summary: { runs: number } } | null
}

/** The messages of the stream of the clock. */
async function streamOf({ port }: TestSandbox): Promise<{ next(): Promise<Shown> }> {
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/clock/stream`)
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  return {
    async next() {
      for (;;) {
        const [block, ...rest] = text.split('\n\n')
        if (rest.length > 0) {
          text = rest.join('\n\n')
          const data = /^data: (.*)$/m.exec(block as string)?.[1]
          if (data !== undefined) return JSON.parse(data)
          continue
        }
        text += (await reader.read()).value ?? ''
      }
    },
  }
}
