import { expect, it } from 'vitest'
import { runSuite } from '../run.ts'
import { startServer } from '../self-test/server.ts'
import { plantedAs, settingsFor } from '../self-test/suite.ts'

/** The listed differences of a server that are no lessons. */
async function listedOf(name?: string): Promise<string[]> {
  const server = await startServer(name === undefined ? {} : plantedAs(name))
  try {
    const budget = { learn: true, maxRequests: 300, maxTotal: 350 }
    const { findings } = await runSuite({ ...settingsFor(server), ...budget })
    return (findings?.notLearned ?? []).map(({ what }) => what)
  } finally {
    await server.close()
  }
}

const CASES = [
  ['X-RateLimit-Reset: 0', 'an X-RateLimit-Reset of 0'],
  ['JSON is labelled with a type of the vendor', 'the Content-Type of a success'],
  ['the restricted key belongs to another account', 'what the restricted key sees'],
  ['PUT replaces the campaign', 'a campaign without a name'],
  ['an empty list is left out, as HAL does', 'an empty list of listCampaigns'],
  ['pages with a Link header and has_more', 'the link to the next page of listCampaigns'],
  ['a keyword ends within an emoji', 'data[].campaign_id of getRankings'],
] as const

it.each(CASES)('what no overlay can describe is listed: %s', async (name, what) => {
  expect(await listedOf(name)).toContain(what)
})

it('and is not listed of other servers', async () => {
  const listed = await listedOf()

  for (const [, what] of CASES) expect(listed).not.toContain(what)
})
