import { expect, it } from 'vitest'
import type { Fault } from '../../self-test/faults.ts'
import type { Variation } from '../../self-test/variations.ts'
import { accusationsOf, journeyTraffic, resultOfTraffic } from './journey-traffic.ts'
import { BY_ANOTHER_FACT, UNSEEN_FAULTS } from './unseen-faults.ts'

/** A test for each fault: the traffic of a run names a fact that it breaks, unless traffic cannot show it. */
export function reportEach(faults: Fault[]): void {
  const shown = faults.filter(({ name }) => !UNSEEN_FAULTS.has(name))
  it.concurrent.each(shown)('reports: $name', async ({ name, facts, mutation, needsOther }) => {
    const named = await namedFacts(mutation, needsOther)

    const own = named.filter((fact) => facts.includes(fact) || BY_ANOTHER_FACT.has(name))
    expect(own.length).toBeGreaterThan(0)
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
