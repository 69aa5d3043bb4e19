import { dataOf } from '../operations.ts'
import { startSandbox, temporaryFolder } from '../servers.ts'
import { medianTime } from '../statistics.ts'
import { compared, type Row, tenths } from '../table.ts'

const ROUNDS = 25
/** An account of the demo fixture with 1,000 campaigns. */
const ACCOUNT = 'acc_enterprise'
const CAMPAIGN = { name: 'Bench', type: 'serp', keywords: ['one'], frequency: 'daily' }

/** Requests that save, restore and reset an account of 1,000 campaigns after a change, on disk and in memory. */
export async function states(): Promise<Row[]> {
  return [
    ...(await stateTimes('on disk', ['--data', temporaryFolder()])),
    ...(await stateTimes('--ephemeral', ['--ephemeral'])),
  ]
}

async function stateTimes(where: string, flags: string[]): Promise<Row[]> {
  const server = await startSandbox(['--no-rate-limits', ...flags])
  const ask = (path: string, body?: object) =>
    dataOf(server.url, { path, method: 'POST', body, token: 'svc_test_enterprise' })
  // Something has changed each time, to save or to take back.
  const timeOf = (path: string, body?: object) =>
    medianTime(
      ROUNDS,
      () => ask(`/_sandbox${path}?account=${ACCOUNT}`, body),
      () => ask('/api/campaigns', CAMPAIGN),
    )
  try {
    const path = '/api/campaigns?limit=1000'
    const campaigns = await dataOf(server.url, { path, token: 'svc_test_enterprise' })
    const name = (verb: string) => `${verb} an account of 1,000 campaigns, ${where}`
    const measured = {
      [name('save')]: await timeOf('/snapshots', { name: 'bench' }),
      [name('restore')]: await timeOf('/snapshots/bench/restore'),
      [name('reset')]: await timeOf('/reset'),
    }
    const reference = await medianTime(ROUNDS, () => JSON.stringify(campaigns))
    return compared('JSON.stringify of its campaigns', reference, measured, tenths)
  } finally {
    await server.stop()
  }
}
