/**
 * `npm run test:soak -- abuse --inputs 100000 --seed 7`: sends malformed requests to the built package over raw sockets, and
 * plays attacks on another account, one for ten of them. They depend on the seed only.
 * Exits with 1 if an answer is wrong or the server ends.
 */
import { needLinux } from '../bench/processes.ts'
import { whole } from '../bench/table.ts'
import { abuse } from '../support/malformed/abuse.ts'
import { attack } from '../support/malformed/attacks.ts'
import { ADMIN_TOKEN, Scene } from '../support/malformed/scene.ts'
import { randomSeed, report, wholeNumbers } from './options.ts'
import { Sandbox } from './sandbox.ts'

/** Inputs of a batch. Each has its own seed, so that not all requests are in memory at once. */
const BATCH = 5000
const MOST_MEMORY_MB = 600

needLinux('npm run test:soak -- abuse')
const { inputs, seed } = wholeNumbers({ inputs: 100_000, seed: randomSeed() })
console.log(`${inputs} inputs, seed ${seed}`)
const rows: string[][] = []
const failures: string[] = []

await tried('malformed requests', {}, async (port) => {
  const complaints: string[] = []
  for (let sent = 0, n = 0; sent < inputs && complaints.length < 5; n++) {
    const result = await abuse(port, Math.min(BATCH, inputs - sent), seed + n)
    sent += result.sent
    complaints.push(...result.complaints.map((text) => `seed ${seed + n}: ${text}`))
  }
  return { sent: inputs, complaints }
})
const hosted = {
  flags: ['--open-signup', '--public-url', 'http://sandbox.example'],
  env: { SVC_ADMIN_TOKEN: ADMIN_TOKEN },
}
for (const [place, options] of [
  ['this machine', {}],
  ['a host', hosted],
] as const) {
  await tried(`attacks, on ${place}`, options, async (port) => {
    const scene = await Scene.at(port, options === hosted)
    await attack(scene, Math.ceil(inputs / 20), seed)
    await scene.end()
    return scene
  })
}
report(`Seed ${seed}.`, rows, failures.slice(0, 5))
// Without an exit, connections that hang keep the process.
process.exit(process.exitCode ?? 0)

/** Runs against a sandbox of its own, which must answer afterwards and stay small. */
async function tried(
  name: string,
  options: { flags?: string[]; env?: Record<string, string> },
  run: (port: number) => Promise<{ sent: number; complaints: string[] }>,
): Promise<void> {
  const sandbox = await Sandbox.start({ ...options, isEphemeral: true })
  const begin = performance.now()
  const { sent, complaints } = await run(sandbox.port)
  const seconds = Math.round((performance.now() - begin) / 1000)
  const isAlive = await fetch(`${sandbox.root}/_sandbox/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
  failures.push(...complaints, ...(isAlive ? [] : [`after ${name}, the sandbox answers no more`]))
  const memory = isAlive ? sandbox.memory() : 0
  if (memory > MOST_MEMORY_MB) failures.push(`after ${name}, it takes ${memory} MB`)
  rows.push([name, `${whole(sent)} sent, ${complaints.length} wrong, ${seconds} s, ${memory} MB`])
  await sandbox.stop()
}
