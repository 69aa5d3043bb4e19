import { type Server, startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { milliseconds, type Row, row } from '../table.ts'
import { temporaryFolder } from '../temporary.ts'

const ROUNDS = 25
/** An account of the demo fixture with 1,000 campaigns. */
const ACCOUNT = 'acc_enterprise'

export async function states(): Promise<Row[]> {
  const rows: Row[] = []
  for (const isDurable of [true, false]) {
    const where = isDurable ? 'on disk' : '--ephemeral'
    const { reference, ...times } = await stateTimes(isDurable)
    for (const [name, time] of Object.entries(times)) {
      rows.push(
        row(
          `${name} an account of 1,000 campaigns, ${where}`,
          milliseconds(time, 1),
          'JSON.stringify of its campaigns',
          milliseconds(reference, 1),
          time / reference,
        ),
      )
    }
  }
  return rows
}

/** Milliseconds of requests that save, restore and reset an account of 1,000 campaigns after a change. */
interface StateTimes {
  save: number
  restore: number
  reset: number
  /** JSON.stringify of the campaigns. */
  reference: number
}

/** With a data folder, where each is on disk before it is answered, and without. */
async function stateTimes(isDurable: boolean): Promise<StateTimes> {
  const data = temporaryFolder()
  const flags = isDurable ? ['--data', data] : ['--ephemeral']
  const server = await startSandbox(['--no-rate-limits', ...flags])
  try {
    const campaigns = await campaignsOf(server)
    const post = async (path: string, body?: object) => {
      await change(server)
      const begin = performance.now()
      await send(server, `/_sandbox${path}?account=${ACCOUNT}`, body)
      return performance.now() - begin
    }
    const times = async (run: () => Promise<number>) => {
      const all: number[] = []
      for (let round = 0; round < ROUNDS; round++) all.push(await run())
      return median(all)
    }
    return {
      save: await times(() => post('/snapshots', { name: 'bench' })),
      restore: await times(() => post('/snapshots/bench/restore')),
      reset: await times(() => post('/reset')),
      reference: await times(async () => {
        const begin = performance.now()
        JSON.stringify(campaigns)
        return performance.now() - begin
      }),
    }
  } finally {
    await server.stop()
  }
}

const HEADERS = {
  authorization: 'Bearer svc_test_enterprise',
  'content-type': 'application/json',
}

async function campaignsOf({ url }: Server): Promise<unknown> {
  const response = await fetch(`${url}/api/campaigns?limit=1000`, { headers: HEADERS })
  return ((await response.json()) as { data: unknown }).data
}

/** A change, so that there is something to save or to take back. */
async function change(server: Server): Promise<void> {
  const body = { name: 'Bench', type: 'serp', keywords: ['one'], frequency: 'daily' }
  await send(server, '/api/campaigns', body)
}

async function send({ url }: Server, path: string, body?: object): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
  await response.arrayBuffer()
}
