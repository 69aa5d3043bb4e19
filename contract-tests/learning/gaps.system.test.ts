import { expect, it } from 'vitest'
import { learnFrom, plantedAs } from '../self-test/suite.ts'

/** The listed differences of a server that are no lessons. */
async function listedOf(name?: string): Promise<string[]> {
  const planting = name === undefined ? {} : plantedAs(name)
  const { findings } = await learnFrom(planting, { maxRequests: 300, maxTotal: 350 })
  return findings.notLearned.map(({ what }) => what)
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
