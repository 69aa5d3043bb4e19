import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Campaign } from '../../src/accounts/campaign.ts'
import { type Connection, openConnection } from '../support/connection.ts'
import type { ServeProcess } from '../support/processes/cli-process.ts'
import { startServing } from '../support/processes/serve-process.ts'
import { CAMPAIGN } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

const BODY = JSON.stringify(CAMPAIGN)

const serving = (data: string) =>
  startServing(['--data', data, '--fixture', 'empty', '--no-rate-limits'])

function open({ port }: ServeProcess, amount: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: amount }, () => openConnection(port)))
}

/** Creates campaigns one after the other until the connection is closed. */
async function createOn(connection: Connection, onAnswer: () => void): Promise<void> {
  while (!connection.isClosed) {
    connection.send('POST', '/api/campaigns', { body: BODY })
    const before = connection.answers().length
    while (!connection.isClosed && connection.answers().length === before) {
      await connection.arrival()
    }
    onAnswer()
  }
}

/** Ids of the campaigns in the answers of this server, and then of the next one. */
async function keptIn(data: string): Promise<string[]> {
  const { url } = await serving(data)
  const headers = { Authorization: 'Bearer svc_test_demo' }
  const list = await fetch(`${url}/campaigns?limit=1000`, { headers })
  return ((await list.json()) as { data: Campaign[] }).data.map(({ id }) => id).sort()
}

function createdBy(connections: readonly Connection[]): string[] {
  const answers = connections.flatMap((connection) => connection.answers())
  const created = answers.filter(({ status }) => status === 201)
  return created.map(({ body }) => JSON.parse(body).data.id).sort()
}

it('answers all that was sent before the signal, on many connections, and keeps exactly that', async () => {
  const data = temporaryFolder()
  const server = await serving(data)
  const connections = await open(server, 60)
  let answers = 0
  let sent: number[] = []

  const load = connections.map((connection) =>
    createOn(connection, () => {
      answers += 1
      if (answers !== 200) return
      server.kill('SIGTERM')
      sent = connections.map((each) => each.sent)
    }),
  )
  const { code, stderr } = await server.ended
  await Promise.all(load)

  expect(code, stderr).toBe(0)
  const unanswered = connections.filter(
    (connection, n) => connection.answers().length < (sent[n] as number),
  )
  expect(unanswered).toHaveLength(0)
  expect(connections.map((each) => each.answers().at(-1)?.headers.connection)).toEqual(
    Array(60).fill('close'),
  )
  expect(await keptIn(data)).toEqual(createdBy(connections))
})

it('answers requests that were sent ahead, in their order, and says with the last that it was the last', async () => {
  const data = temporaryFolder()
  const server = await serving(data)
  const connections = await open(server, 30)

  for (const connection of connections) {
    for (let ahead = 0; ahead < 5; ahead++) {
      connection.send(ahead % 2 ? 'GET' : 'POST', '/api/campaigns', ahead % 2 ? {} : { body: BODY })
    }
  }
  await Promise.race(connections.map((connection) => connection.arrival()))
  server.kill('SIGTERM')
  const { code, stderr } = await server.ended
  await Promise.all(connections.map(({ closed }) => closed))

  expect(code, stderr).toBe(0)
  const statuses = connections.map((each) => each.answers().map(({ status }) => status))
  expect(statuses).toEqual(Array(30).fill([201, 200, 201, 200, 201]))
  const lasting = connections.flatMap((each) => each.answers().slice(0, -1))
  expect(lasting.filter(({ headers }) => headers.connection === 'close')).toEqual([])
  expect(await keptIn(data)).toEqual(createdBy(connections))
})

it('ends uploads, exports and streams in order', async () => {
  const data = temporaryFolder()
  const server = await startServing(['--data', data, '--no-rate-limits'])
  const [upload, slow, stream, csv, idle] = (await open(server, 5)) as [
    Connection,
    Connection,
    Connection,
    Connection,
    Connection,
  ]

  upload.send('POST', '/api/campaigns', { headers: [`Content-Length: ${BODY.length}`] })
  upload.write(BODY.slice(0, 20))
  slow.send('POST', '/api/campaigns', { body: BODY, headers: ['X-Sandbox-Delay: 300'] })
  stream.send('GET', '/_sandbox/events/stream?account=acc_demo')
  csv.send('GET', '/api/export/csv?start_date=2018-01-01', { headers: ['Accept: text/csv'] })
  await Promise.all([stream.arrival(), csv.arrival()])
  server.kill('SIGTERM')
  await idle.closed
  upload.write(BODY.slice(20))
  const { code, stderr } = await server.ended
  await Promise.all([upload, slow, stream, csv].map(({ closed }) => closed))

  expect(code, stderr).toBe(0)
  const answers = [upload, slow, stream, csv].map((each) => each.answers())
  expect(answers.map(([answer]) => answer?.status)).toEqual([201, 201, 200, 200])
  expect([upload, slow, stream, csv, idle].map(({ failure }) => failure)).toEqual(
    Array(5).fill(undefined),
  )
  expect(answers[3]?.[0]?.body).toMatch(/\r\n$/)
  expect(await keptIn(data)).toEqual(expect.arrayContaining(createdBy([upload, slow])))
})

it('answers what was sent before its terminal was closed, and leaves the folder as at any end', async () => {
  const data = temporaryFolder()
  const server = await serving(data)
  const [slow, idle] = (await open(server, 2)) as [Connection, Connection]

  slow.send('POST', '/api/campaigns', { body: BODY, headers: ['X-Sandbox-Delay: 300'] })
  idle.send('GET', '/api/auth/me')
  await idle.arrival()
  server.kill('SIGHUP')
  const { signal, stderr } = await server.ended
  await slow.closed

  expect(signal, stderr).toBe('SIGHUP')
  expect(slow.answers().map(({ status }) => status)).toEqual([201])
  expect(readdirSync(data)).not.toContain('lock')
  expect(readdirSync(join(data, 'accounts')).filter((name) => name.endsWith('.journal'))).toEqual(
    [],
  )
  expect(await keptIn(data)).toEqual(createdBy([slow]))
})
