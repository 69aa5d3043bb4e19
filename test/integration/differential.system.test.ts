import { expect, it } from 'vitest'
import { everyNth } from '../../contract-tests/self-test/suite.ts'
import type { Comparison } from '../support/differential/difference.ts'
import { differential, LEARNING, THOROUGH } from '../support/differential/differential.ts'
import { STYLES, type Startable, VARIED } from '../support/originals.ts'

/** What a client notices, and the overlay does not list. */
const unlisted = ({ differences }: Comparison) =>
  differences
    .filter(({ listed }) => listed === undefined)
    .map(({ label, what }) => `${label}: ${what.join('; ')}`)

async function compared({ start }: Startable, budget: typeof LEARNING) {
  const server = await start()
  try {
    return await differential(server, budget)
  } finally {
    await server.close()
  }
}

/** Servers that differ in each answer from what the sandbox can do. */
const LISTED_OFTEN: string[] = [
  'JSON is labelled with a type of the vendor',
  'pages with a Link header and has_more',
  'X-RateLimit-Reset: 0',
  'those without a key have a limit of 0',
]

const isListedOften = ({ name }: Startable) => LISTED_OFTEN.includes(name)
// Each takes more than a second.
const sample = everyNth(
  27,
  VARIED.filter((each) => !isListedOften(each)),
)

it.each(everyNth(2, VARIED.filter(isListedOften)))(
  'a client notices no difference but those that the overlay lists, which are many: $name',
  async (original) => {
    expect(unlisted(await compared(original, THOROUGH))).toEqual([])
  },
)

it.each([...STYLES, ...sample])(
  'a client notices no difference but those that the overlay lists: $name',
  async (original) => {
    const comparison = await compared(original, THOROUGH)

    expect(unlisted(comparison)).toEqual([])
    expect(comparison.requests).toBeGreaterThan(130)
    // To list everything would be no lesson.
    expect(comparison.differences.length).toBeLessThan(45)
  },
)

// The second of each style has more campaigns than fit on a page.
it.each(STYLES.filter((_server, index) => index % 2 === 1))(
  'the same with the usual budget, which lists more: $name',
  async (original) => {
    expect(unlisted(await compared(original, LEARNING))).toEqual([])
  },
)
