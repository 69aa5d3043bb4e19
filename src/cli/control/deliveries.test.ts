import { expect, it } from 'vitest'
import { commandsAt } from '../../../test/support/processes/commands.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'

/** A sandbox with deliveries of two runs. */
async function start() {
  const sandbox = await startSandbox({ fixture: 'empty' })
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const receiver = await startReceiver()
  const body = { url: receiver.url, events: ['campaign.completed'] }
  const { id } = (await sandbox.api.post('/webhooks', { body })).body.data
  return { sandbox, receiver, id, run: commandsAt(sandbox.url) }
}

it('lists deliveries, shows one, and sends it again', async () => {
  const { sandbox, receiver, run } = await start()
  await sandbox.clock.advance('2d')

  const list = await run('deliveries list')
  const [first, second] = list.stdout.trim().split('\n')
  const id = first?.split(' ')[0] as string
  const shown = await run(`deliveries show ${id}`)
  const again = await run(`deliveries resend ${id}`)

  expect(first).toMatch(/^dlv_\S+ {2}2026-01-15T09:30:0\dZ {2}delivered {2}campaign\.completed/)
  expect(second).toContain('2026-01-16')
  expect(shown.stdout).toContain('"type":"campaign.completed"')
  expect(again.stdout).toContain('by hand')
  expect(receiver.received.map(({ event }) => event.timestamp.slice(0, 10))).toEqual([
    '2026-01-15',
    '2026-01-16',
    '2026-01-15',
  ])
})

it('resends all that match a filter, and reports those that fail again', async () => {
  const { sandbox, receiver, run } = await start()
  receiver.status = 500
  await sandbox.clock.advance('2d')
  const filter = '--status pending --since 2026-01-16T00:00:00Z'

  const failed = await run(`deliveries resend ${filter}`)
  receiver.status = 200
  const one = await run(`deliveries resend ${filter}`)
  const rest = await run('deliveries resend --type campaign.completed')
  const none = await run('deliveries resend')

  expect(failed).toMatchObject({ code: 1, stderr: '1 attempt failed.\n' })
  expect(one.stdout).toBe('1 delivery found, 1 delivered now.\n')
  expect(rest.stdout).toBe('2 deliveries found, 2 delivered now.\n')
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('Name a filter') })
})

it('lists past events, and sends those that a webhook missed', async () => {
  const { sandbox, receiver, id, run } = await start()
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'disabled' } })
  await sandbox.clock.advance('3d')
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'active' } })

  const list = await run('events list --type campaign.completed')
  const replay = await run(`webhooks replay ${id} --since 2026-01-16T00:00:00Z`)
  await receiver.arrived(2)

  expect(list.stdout.trim().split('\n')).toHaveLength(3)
  expect(list.stdout).toMatch(/^evt_\S+ {2}2026-01-15T09:30:0\dZ {2}campaign\.completed {2}cmp_/)
  expect(replay.stdout).toBe('Sending 2 missed events.\n')
})
