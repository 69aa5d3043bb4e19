import { expect, it } from 'vitest'
import type { Fault } from '../../self-test/faults.ts'
import type { Variation } from '../../self-test/variations.ts'
import { accusationsOf, journeyTraffic, resultOfTraffic } from './journey-traffic.ts'

/** A test for each fault: the traffic of a run names a fact that it breaks, unless traffic cannot show it. */
export function reportEach(faults: Fault[], unseen: ReadonlySet<string>): void {
  const shown = faults.filter(({ name }) => !unseen.has(name))
  it.concurrent.each(shown)('reports: $name', async ({ facts, mutation, needsOther }) => {
    const named = await namedFacts(mutation, needsOther)

    expect(named.filter((fact) => facts.includes(fact)).length).toBeGreaterThan(0)
  })
}

/** A test for each variation: nothing in the traffic of a run contradicts a stated fact. */
export function acquitTraffic(variations: Variation[]): void {
  it.concurrent.each(variations)('accuses nothing: $name', async ({ mutation }) => {
    expect(await namedFacts(mutation)).toEqual([])
  })
}

async function namedFacts(...server: Parameters<typeof journeyTraffic>): Promise<string[]> {
  const traffic = await journeyTraffic(...server)
  const failures = resultOfTraffic(traffic).checks.flatMap((check) => check.failures)
  return [...accusationsOf(traffic), ...failures].map(({ fact = 'no fact' }) => fact)
}
