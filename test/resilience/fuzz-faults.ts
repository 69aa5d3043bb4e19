import { fuzz } from '../../contract-tests/fuzz/run.ts'
import { DEFAULTS } from '../../contract-tests/http/settings.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { STATEFUL_FAULTS } from '../../contract-tests/self-test/stateful-faults.ts'
import { wholeNumbers } from './arguments.ts'

/** How many of the planted faults the fuzzer finds: `npm run test:soak -- fuzz-faults -- --cases 1000 --seeds 5`. */
const { cases, seeds: count } = wholeNumbers({ cases: 1000, seeds: 5 })
const seeds = Array.from({ length: count }, (_, index) => index + 1)
const RICH = { mainLimit: 1_000_000, restrictedLimit: 1_000_000 }

const found = new Map(seeds.map((seed) => [seed, 0]))
for (const { name, mutation } of STATEFUL_FAULTS) {
  const results: string[] = []
  for (const seed of seeds) {
    const server = await startServer({ ...mutation, settings: { ...RICH, ...mutation.settings } })
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
for (const [seed, number] of found) {
  process.stdout.write(`seed ${seed}: ${number} of ${STATEFUL_FAULTS.length}\n`)
}
