import { expect, it } from 'vitest'
import { runSuite } from '../run.ts'
import { type Planted, startServer } from '../self-test/server.ts'
import { plantedAs, settingsFor } from '../self-test/suite.ts'

/** What a run learns of the PUT of a campaign. */
async function learnedOf(planted: Planted) {
  const server = await startServer(planted)
  try {
    const budget = { learn: true, maxRequests: 110, maxTotal: 190 }
    const { findings } = await runSuite({ ...settingsFor(server), ...budget })
    const put = "$.paths['/campaigns/{id}'].put"
    return findings?.overlay.actions.flatMap((action) =>
      action.target === put && 'update' in action ? [action.update] : [],
    )
  } finally {
    await server.close()
  }
}

// lessons.system.test.ts has a server for each lesson.
it('says nothing of a PUT that does what we assume', async () => {
  expect(await learnedOf({})).toEqual([])
})

it('says that a PUT replaces the campaign', async () => {
  expect(await learnedOf(plantedAs('PUT replaces the campaign'))).toEqual([
    { 'x-update': 'replace' },
  ])
})
