import { fuzz } from '../contract-tests/fuzz/run.ts'
import { startServer } from '../contract-tests/self-test/server.ts'
import { STATEFUL_FAULTS } from '../contract-tests/self-test/stateful-faults.ts'
import { DEFAULTS } from '../contract-tests/support/settings.ts'

/** How many of the planted faults the fuzzer finds: `tsx bench/fuzz-faults.ts [cases] [seed,seed]`. */
const cases = Number(process.argv[2] ?? 1000)
const seeds = (process.argv[3] ?? '1,2,3,4,5').split(',').map(Number)
const RICH = { mainLimit: 1_000_000, restrictedLimit: 1_000_000 }

const found = new Map(seeds.map((seed) => [seed, 0]))
for (const { name, twist } of STATEFUL_FAULTS) {
  const results: string[] = []
  for (const seed of seeds) {
    const server = await startServer({ ...twist, settings: { ...RICH, ...twist.settings } })
    const { main, restricted, other } = server.tokens
    const { failure } = await fuzz({
      ...DEFAULTS,
      baseUrl: server.baseUrl,
      tokens: { main, restricted, other },
      maxRequests: Number.POSITIVE_INFINITY,
      maxTotal: Number.POSITIVE_INFINITY,
      runId: 'svc-fuzz-bench',
      version: '0.0.0',
      cases,
      seed,
    })
    await server.close()
    if (failure) found.set(seed, (found.get(seed) ?? 0) + 1)
    results.push(
      failure ? `case ${failure.case}, ${failure.requests.length} requests` : 'not found',
    )
  }
  process.stdout.write(`${name}: ${results.join(' | ')}\n`)
}
for (const [seed, count] of found) {
  process.stdout.write(`seed ${seed}: ${count} of ${STATEFUL_FAULTS.length}\n`)
}
