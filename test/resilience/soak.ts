import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { needLinux } from '../bench/processes.ts'
import { temporaryFolder } from '../bench/servers.ts'
import { wholeNumbers } from './options.ts'
import { SoakClient } from './soak/client.ts'
import { type Sample, startSoaked } from './soak/server.ts'
import { judged } from './soak/verdict.ts'
import { FIXTURE, prepare, settle, visitsTo } from './soak/visits.ts'

/**
 * Sends requests to the built package at a constant rate and fails if its memory, files or handles keep growing:
 * `npm run test:soak -- soak --seconds 1800`. With SOAK_LEAK=300 the server keeps 300 bytes of each request: the soak must fail.
 */
needLinux('npm run test:soak -- soak')
const { seconds } = wholeNumbers({ seconds: Number(process.env.SOAK_SECONDS ?? 120) }, 30)
const VISITS_A_SECOND = 50
/** Visits until logs with a limit are full (1,000 requests of an account) and most code is compiled. */
const WARM_UP_VISITS = 4500
const SAMPLE_EVERY_MS = 2000
const TOGETHER = 6

const hooks = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
await once(hooks.listen(0, '127.0.0.1'), 'listening')
const hook = `http://localhost:${(hooks.address() as AddressInfo).port}/hook`

const folder = temporaryFolder()
const fixture = join(folder, 'fixture.yaml')
writeFileSync(fixture, FIXTURE)
const server = await startSoaked(join(folder, 'data'), ['--fixture', fixture])
const client = new SoakClient(`http://127.0.0.1:${server.port}`)
const visits = visitsTo(hook)
let visited = 0

/** Makes visits until `enough`, a few at a time; at most `rate` begin in a second. */
async function visit(enough: () => boolean, rate: number): Promise<void> {
  const begin = performance.now()
  const first = visited
  const visitor = async () => {
    while (!enough()) {
      const due = begin + ((visited - first) * 1000) / rate
      const next = visits[visited % visits.length]
      visited += 1
      await wait(Math.max(0, due - performance.now()))
      await next?.(client).catch((error: Error) => client.faults.push(error.message))
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, visitor))
}

const begin = performance.now()
await prepare(client, hook)
await visit(() => visited >= WARM_UP_VISITS, Number.POSITIVE_INFINITY)
await settle(client)
const warm = Math.round((performance.now() - begin) / 1000)
console.log(`warmed up with ${client.requests} requests in ${warm} s`)

const samples: Sample[] = []
const end = performance.now() + seconds * 1000
while (performance.now() < end) {
  const next = performance.now() + SAMPLE_EVERY_MS
  await visit(() => performance.now() >= next, VISITS_A_SECOND)
  samples.push(await server.sample(client.requests))
}
server.kill('SIGTERM')
const { code, stderr } = await server.ended
hooks.close()
hooks.closeAllConnections()

const growths = judged(samples)
console.log(`${client.requests} requests in all, ${samples.length} samples`)
console.table(growths)
for (const fault of client.faults.slice(0, 10)) console.log(fault)
if (process.env.SOAK_SAMPLES) console.table(samples)
if (code !== 0) console.log(`The server ended with ${code}: ${stderr}`)
if (code !== 0 || client.faults.length > 0 || growths.some(({ isLeak }) => isLeak)) {
  process.exitCode = 1
}
