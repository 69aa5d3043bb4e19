import { Agent } from 'node:http'
import { randomFrom } from '../../support/random.ts'
import { startSandbox } from '../servers.ts'
import { answerTime, median } from '../statistics.ts'
import { compared, type Row } from '../table.ts'

const REQUESTS = 12_000
const WARM_UP = 2000
/** Share of the slowest that are left out: they depend on the machine. */
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

/**
 * How long refusals take for each kind of wrong key, in random order on one connection. `t` is Welch's, against
 * unknown keys. The `t` between the even and the odd requests of a kind shows what chance alone gives.
 */
export async function keys(): Promise<Row[]> {
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const random = randomFrom(1)
  const names = Object.keys(CLASSES)
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const name = random.pick(names)
    const ms = await answerTime(`${sandbox.url}/api/auth/me`, CLASSES[name] as string, 401, agent)
    if (n >= WARM_UP) times.get(name)?.push(ms * 1000)
  }
  agent.destroy()
  await sandbox.stop()

  const [first, ...others] = names.map((name) => ({ name, of: fastest(times.get(name) ?? []) }))
  const reference = first?.of ?? []
  const measured = others.map(({ name, of }) => {
    const halves = [0, 1].map((rest) => of.filter((_, n) => n % 2 === rest)) as [number[], number[]]
    const noise = welch(...halves).toFixed(1)
    const t = welch(of, reference).toFixed(1)
    return [`refusal of ${name} (t ${t}, halves of one class ${noise})`, median(of)]
  })
  const microseconds = (value: number) => `${value.toFixed(0)} µs`
  const figures = Object.fromEntries(measured)
  return compared('of an unknown key', median(reference), figures, microseconds)
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
