import { expect, it } from 'vitest'
import { runSuite } from '../run.ts'
import { startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'

/** The listed differences of a server that are no lessons. */
async function listedOf(name?: string): Promise<string[]> {
  const variation = VARIATIONS.find((each) => each.name === name)
  if (name !== undefined && !variation) throw new Error(`There is no variation ${name}.`)
  const server = await startServer(variation?.mutation)
  try {
    const budget = { learn: true, maxRequests: 300, maxTotal: 350 }
    const { findings } = await runSuite({ ...settingsFor(server), ...budget })
    return (findings?.notLearned ?? []).map(({ what }) => what)
  } finally {
    await server.close()
  }
}

const CASES = [
  ['The reset is 0', 'an X-RateLimit-Reset of 0'],
  ['JSON is labelled with a type of the vendor', 'the Content-Type of a success'],
  ['The restricted key belongs to another account', 'what the restricted key sees'],
  ['PUT replaces the campaign', 'a campaign without a name'],
  ['An empty list is left out, as HAL does', 'an empty list of listCampaigns'],
  [
    'The list is paged with a Link header and has_more',
    'the link to the next page of listCampaigns',
  ],
  ['A keyword ends within an emoji', 'data[].campaign_id of getRankings'],
] as const

it.each(CASES)('what no overlay can describe is listed: %s', async (name, what) => {
  expect(await listedOf(name)).toContain(what)
})

it('and is not listed of other servers', async () => {
  const listed = await listedOf()

  for (const [, what] of CASES) expect(listed).not.toContain(what)
})
