import { Agent, get } from 'node:http'
import { randomFrom } from '../../src/testing/random.ts'
import { startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { type Row, row } from '../table.ts'

const REQUESTS = 12_000
const WARM_UP = 2000
/** Share of the slowest that are left out: they tell of the machine. */
const LEFT_OUT = 0.1

/** Ways in which a key can be wrong. */
const CLASSES: Record<string, string> = {
  'an unknown key': 'svc_test_nobody_has_this',
  'the same again': 'svc_test_nobody_had_this',
  'one that begins like a right one': 'svc_test_demp',
  'a deleted key': 'svc_test_revoked',
  'an expired key': 'svc_test_expired',
  'a live key': 'svc_live_demo',
  'a text of another shape': 'abcdefghijklmnopqrstu',
}

interface KeyTime {
  name: string
  /** Microseconds. */
  median: number
  /** Welch's t against unknown keys. */
  t: number
  /** The same between every other request of this class and the rest of it: what chance alone gives. */
  noise: number
}

/** How long refusals take by what is wrong with the key. */
export async function keys(): Promise<Row[]> {
  const { unknown, others } = await keyTimes()
  const micro = (value: number) => `${value.toFixed(0)} µs`
  return others.map(({ name, median, t, noise }) =>
    row(
      `refusal of ${name} (t ${t.toFixed(1)}, halves of one class ${noise.toFixed(1)})`,
      micro(median),
      'of an unknown key',
      micro(unknown),
      median / unknown,
    ),
  )
}

/** Asked in random order on one connection. */
async function keyTimes(): Promise<{ unknown: number; others: KeyTime[] }> {
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const random = randomFrom(1)
  const names = Object.keys(CLASSES)
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const name = random.pick(names)
    const time = await timeOf(`${sandbox.url}/api/auth/me`, CLASSES[name] as string, agent)
    if (n >= WARM_UP) times.get(name)?.push(time)
  }
  agent.destroy()
  await sandbox.stop()

  const [first, ...others] = names.map((name) => ({ name, of: fastest(times.get(name) ?? []) }))
  const reference = first?.of ?? []
  return {
    unknown: median(reference),
    others: others.map(({ name, of }) => ({
      name,
      median: median(of),
      t: welch(of, reference),
      noise: welch(
        of.filter((_, n) => n % 2 === 0),
        of.filter((_, n) => n % 2 === 1),
      ),
    })),
  }
}

/** In the order in which they came. */
function fastest(times: number[]): number[] {
  const most = times.toSorted((a, b) => a - b)[Math.floor(times.length * (1 - LEFT_OUT))] as number
  return times.filter((time) => time < most)
}

function welch(a: number[], b: number[]): number {
  const mean = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
  const error = (of: number[], center: number) =>
    of.reduce((sum, each) => sum + (each - center) ** 2, 0) / (of.length - 1) / of.length
  const [ofA, ofB] = [mean(a), mean(b)]
  return (ofA - ofB) / Math.sqrt(error(a, ofA) + error(b, ofB))
}

function timeOf(url: string, key: string, agent: Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 401) resolve((performance.now() - started) * 1000)
        else reject(new Error(`${key} was answered with ${response.statusCode}.`))
      })
    }).on('error', reject)
  })
}
