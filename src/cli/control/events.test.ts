import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commandsAt, outputOf } from '../../../test/support/processes/commands.ts'
import { startCli } from '../../../test/support/processes/serve-process.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import type { Sandbox } from '../../sandbox.ts'
import { createClock } from '../../time/clock.ts'
import { advanceClock, cancelAdvance } from './clock.ts'
import { trigger } from './events.ts'
import { listen } from './listen.ts'

async function start() {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const campaign = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  return { ...sandbox, campaign, flags: { url: sandbox.url } }
}

describe('svc-sandbox clock', () => {
  it('shows the clock of an account', async () => {
    const { flags } = await start()

    const { stdout } = await commandsAt(flags.url)('clock')

    expect(stdout).toMatch(/^acc_demo {2}2026-01-15 09:30:00 UTC {2}running {2}next run 2026-01-15/)
  })

  /** An advance that waits for a receiver until `release` is called. */
  async function startSlow() {
    const started = await start()
    const waiting: (() => void)[] = []
    const receiver = await startReceiver((_, response, count) => {
      if (count === 1) waiting.push(() => response.end())
      else response.end()
    })
    await started.api.post('/webhooks', {
      body: { url: receiver.url, events: ['campaign.completed'] },
    })
    return { ...started, receiver, release: () => waiting.pop()?.() }
  }

  it('shows the progress of a long advance, and its summary', async () => {
    const { flags, receiver, release } = await startSlow()

    const { stdout, stderr, code } = await outputOf(async () => {
      const advanced = advanceClock('10d', flags)
      await receiver.arrived(1)
      await expect.poll(() => process.stderr.write).toHaveBeenCalled()
      release()
      await advanced
    })

    expect(code).toBe(0)
    expect(stderr).toMatch(/^\d+ % {2}2026-01-1\d 09:30:0\d UTC {2}\d+ runs?, 0 delivered$/m)
    expect(stdout).toContain('2026-01-25 09:30:00 UTC')
    expect(stdout).toMatch(
      /10 runs: 10 campaign\.completed, \d+ ranking\.changed, .*\n10 delivered/,
    )
  })

  it('cancels a long advance at Ctrl-C, and says so', async () => {
    const { flags, receiver } = await startSlow()

    // A process of its own: others in this one end it at a signal.
    const run = startCli(['clock', 'advance', '10d', '--url', flags.url])
    await receiver.arrived(1)
    await expect.poll(run.stderr, { timeout: 20_000 }).toContain('%')
    run.kill('SIGINT')
    const { stdout, stderr, code } = await run.ended

    expect(code).toBe(130)
    expect(stderr).toContain('Cancelling the advance. The clock stays where it is.')
    expect(stdout).toContain('Cancelled before 2026-01-25 09:30:00 UTC.')
  })

  it('returns at once with --no-wait, and cancels', async () => {
    const { flags, receiver } = await startSlow()

    const begun = await outputOf(() => advanceClock('10d', { ...flags, wait: false }))
    await receiver.arrived(1)
    const cancelled = await outputOf(() => cancelAdvance(flags))

    expect(begun.stdout).toContain('Advancing to 2026-01-25 09:30:00 UTC.')
    expect(cancelled.stdout).toContain('Cancelled before 2026-01-25 09:30:00 UTC.')
  })
})

describe('svc-sandbox trigger', () => {
  it('triggers several kinds, in order', async () => {
    const { flags } = await start()

    const { stdout } = await outputOf(() =>
      trigger(['ranking.changed', 'campaign.completed'], { ...flags, count: '2' }),
    )

    expect(stdout.match(/evt_\w+ {2}[\w.]+/g)?.map((line) => line.split('  ')[1])).toEqual([
      'ranking.changed',
      'campaign.completed',
      'ranking.changed',
      'campaign.completed',
    ])
  })

  it('sends an event to one address, signed', async () => {
    const { flags, campaign } = await start()
    const receiver = await startReceiver()
    const options = { to: receiver.url, secret: 'a-secret-of-my-own', data: '{"position":1}' }

    const { stdout, code } = await outputOf(() =>
      trigger('ranking.changed', { ...flags, ...options }),
    )

    const [event] = receiver.received
    const verifier = new Webhook('a-secret-of-my-own', { format: 'raw' })
    expect(verifier.verify(event?.body ?? '', event?.headers ?? {})).toMatchObject({
      type: 'ranking.changed',
      data: { campaign_id: campaign.id, position: 1 },
    })
    expect(stdout).toContain('answered 200')
    expect(code).toBe(0)
  })

  it('exits with 1 when the address rejects the event', async () => {
    const { flags } = await start()
    const receiver = await startReceiver()
    receiver.status = 500

    const { code, stderr } = await outputOf(() =>
      trigger('mention.detected', { ...flags, to: receiver.url }),
    )

    expect(code).toBe(1)
    expect(stderr).toContain('500')
  })
})

/** Listens until `during` is over; it begins when there are as many notes on standard error. */
function listened(
  flags: Parameters<typeof listen>[0],
  during: (printed: Promise<void>) => Promise<void>,
  { notes = 1, ...parts }: Parameters<typeof listen>[1] & { notes?: number } = {},
) {
  return outputOf(async (printed) => {
    const stop = new AbortController()
    const listening = listen(flags, { ...parts, stop: stop.signal })
    await expect.poll(() => vi.mocked(process.stderr.write).mock.calls.length >= notes).toBe(true)
    await during(printed)
    stop.abort()
    await listening
  })
}

describe('svc-sandbox listen', () => {
  it('forwards signed events and waits for a receiver to start', async () => {
    const { flags, clock } = await start()
    let isThere = false
    const receiver = await startReceiver((_request, response) => {
      if (!isThere) response.destroy()
      else response.end('seen')
      isThere = true
    })

    const { stdout, stderr } = await listened(
      { ...flags, forwardTo: receiver.url },
      async (printed) => {
        await clock.advance('5s')
        await printed
      },
    )

    const secret = /whsec_\S+/.exec(stderr)?.[0] as string
    const [lost, event] = receiver.received
    expect(new Webhook(secret).verify(event?.body ?? '', event?.headers ?? {})).toHaveProperty(
      'type',
    )
    expect(lost?.headers['webhook-id']).toBe(event?.headers['webhook-id'])
    expect(stdout).toContain('→ 200')
    expect(stderr).toContain('Waiting for the receiver')
  })

  it('continues after the last event when the sandbox restarts, without loss or repetition', async () => {
    const receiver = await startReceiver()
    const data = temporaryFolder()
    const first = await startSandbox({ fixture: 'empty', data })
    await first.api.post('/campaigns', { body: { ...CAMPAIGN, frequency: 'hourly' } })
    await first.clock.freeze()
    // A wait ends when the test says so, not by itself.
    const waits = new EventEmitter()
    const clock = { ...createClock(), wait: () => waitedFor(waits) }
    const flags = { url: first.url, forwardTo: receiver.url }
    let expected = 0
    const happen = async ({ clock }: Sandbox, time: string) => {
      const { events } = (await clock.advance(time)).summary
      expected += Object.values(events).reduce((sum, each) => sum + each, 0)
    }

    const { stderr } = await listened(
      flags,
      async () => {
        await happen(first, '3h')
        await receiver.arrived(expected)
        await Promise.all([once(waits, 'begun'), first.close()])
        // A try before it is back changes nothing.
        waits.emit('over')
        await once(waits, 'begun')
        const second = await startSandbox({ port: first.port, data })
        await happen(second, '2h')
        waits.emit('over')
        await receiver.arrived(expected)
        await happen(second, '1h')
        await receiver.arrived(expected)
      },
      { clock },
    )

    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    const hours = receiver.received
      .filter(({ event }) => event.type === 'campaign.completed')
      .map(({ event }) => event.timestamp.slice(11, 13))
    expect(ids).toHaveLength(expected)
    expect(new Set(ids).size).toBe(expected)
    expect(hours).toEqual(['09', '10', '11', '12', '13', '14'])
    expect(stderr).toContain('The sandbox is not reachable. Retrying …\nListening again.\n')
  })

  it('adds headers, and accepts a self-signed certificate only if asked', async () => {
    const { flags, clock } = await start()
    const receiver = await startReceiver(undefined, { tls: true })
    const forwarding = {
      ...flags,
      forwardTo: receiver.url,
      header: ['X-Tenant: blue', 'Cookie: a=b'],
    }

    const { stdout } = await listened({ ...forwarding, skipVerify: true }, async (printed) => {
      await clock.advance('5s')
      await printed
    })
    const { stderr } = await listened(forwarding, async () => {
      await clock.advance('1d')
      await expect.poll(() => process.stderr.write).toHaveBeenCalledTimes(3)
    })

    expect(stdout).toContain('→ 200')
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-tenant': 'blue', cookie: 'a=b' })
    expect(stderr).toContain('certificate')
    expect(stderr).toContain('With --skip-verify, any certificate will do.')
  })

  it('shows the result of each forward beside its JSON', async () => {
    const { flags, trigger } = await start()
    const receiver = await startReceiver()

    const { stdout, stderr } = await listened(
      { ...flags, forwardTo: receiver.url, json: true },
      async (printed) => {
        await trigger('ranking.changed')
        await printed
        await expect.poll(() => process.stderr.write).toHaveBeenCalledTimes(3)
      },
      { notes: 2 },
    )

    expect(JSON.parse(stdout)).toMatchObject({ type: 'ranking.changed' })
    expect(stderr).toMatch(/ranking\.changed .* → 200 after \d+ ms/)
  })

  it('opens the stream again when the sandbox sends nothing any more', async () => {
    const { url } = await start()
    const relay = await startRelay(url)
    const limits: { ms: number; late: () => void }[] = []
    const limit = (ms: number, late: () => void) => {
      const mine = { ms, late }
      limits.push(mine)
      return () => void limits.splice(limits.indexOf(mine), limits.includes(mine) ? 1 : 0)
    }
    const clock = { ...createClock(), limit, wait: async () => {} }

    const { stderr } = await listened(
      { url: relay.url },
      async () => {
        await expect.poll(() => limits).toHaveLength(1)
        expect(limits[0]?.ms).toBeLessThanOrEqual(45_000)
        relay.mute()
        limits[0]?.late()
        await expect.poll(() => process.stderr.write).toHaveBeenCalledTimes(4)
      },
      { clock, notes: 2 },
    )

    expect(stderr).toContain('The sandbox is not reachable. Retrying …\nListening again.\n')
    expect(limits).toEqual([])
  })

  it('prints only events that an alert lets through', async () => {
    const { flags, api, campaign, trigger } = await start()
    const alert = {
      name: 'Jump',
      event: 'ranking.changed',
      campaign_id: campaign.id,
      min_change: 5,
    }
    expect((await api.post('/alerts', { body: alert })).status).toBe(201)

    const { stdout } = await listened({ ...flags, alerts: true }, async (printed) => {
      await trigger('campaign.completed')
      await trigger('ranking.changed', { data: { position: 3, previous_position: 4, change: 1 } })
      await trigger('ranking.changed', { data: { position: 3, previous_position: 9, change: 6 } })
      await printed
    })

    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('ranking.changed')])
  })

  it('resends the last event, or one by its id, as users ask for it', async () => {
    const { flags, trigger } = await start()
    const receiver = await startReceiver()
    const input = new PassThrough()
    const ids: string[] = []

    const { stdout, stderr } = await listened(
      { ...flags, forwardTo: receiver.url },
      async () => {
        input.write('r\n')
        for (const type of ['campaign.completed', 'ranking.changed'] as const) {
          ids.push((await trigger(type)).event.id)
        }
        await receiver.arrived(2)
        await expect.poll(() => process.stdout.write).toHaveBeenCalledTimes(2)
        input.write('r\n')
        await receiver.arrived(3)
        input.write(`${ids[0]}\n\n`)
        await receiver.arrived(4)
        await expect.poll(() => process.stdout.write).toHaveBeenCalledTimes(4)
        input.write('evt_0\n')
        await expect.poll(() => process.stderr.write).toHaveBeenCalledTimes(5)
      },
      { input, notes: 3 },
    )

    const received = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(received).toEqual([ids[0], ids[1], ids[1], ids[0]])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.endsWith(', resent')),
    ).toEqual([false, false, true, true])
    expect(stderr).toContain('No event was forwarded yet.')
    expect(stderr).toContain('evt_0 is not among them.')
  })

  it('signs with the new secret after a reset, and goes on to read lines as before', async () => {
    const { api, flags, reset, trigger } = await start()
    const receiver = await startReceiver()
    const input = new PassThrough()

    const { stderr } = await listened(
      { ...flags, forwardTo: receiver.url },
      async () => {
        await trigger('ranking.changed')
        await receiver.arrived(1)
        await reset()
        await api.post('/campaigns', { body: CAMPAIGN })
        await trigger('ranking.changed')
        await receiver.arrived(2)
      },
      { input, notes: 3 },
    )

    const secrets = stderr.match(/whsec_\S+/g) ?? []
    const bodies = receiver.received.map(({ body, headers }, index) =>
      new Webhook(secrets[index] ?? '').verify(body, headers),
    )
    expect(new Set(secrets).size).toBe(2)
    expect(bodies).toHaveLength(2)
    expect(stderr.match(/Press r and Enter/g)).toHaveLength(1)
  })
})

/** Emits an event when a wait begins, and resolves when it is over. */
async function waitedFor(waits: EventEmitter): Promise<void> {
  const over = once(waits, 'over')
  waits.emit('begun')
  await over
}

/** A way to a sandbox on which the connections can go silent, without an end: the cable is cut. */
async function startRelay(to: string) {
  const open: Socket[] = []
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(to).port), '127.0.0.1')
    open.push(socket, upstream)
    socket.pipe(upstream).pipe(socket)
    for (const each of [socket, upstream]) each.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const each of open) each.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const mute = () => {
    for (const each of open) each.unpipe()
  }
  return { url: to.replace(/:\d+/, `:${port}`), mute }
}
