import { expect, it } from 'vitest'
import { provable } from '../../contract-tests/run.ts'
import { by, changed, replies } from '../../contract-tests/self-test/changes.ts'
import { checkServer } from '../../contract-tests/self-test/suite.ts'
import { TOKENS } from '../../contract-tests/self-test/world.ts'
import { operations } from '../../contract-tests/specification/documents.ts'
import { noVersion } from '../../test/support/checked-server.ts'
import { readSelection } from './selection.ts'

const all = provable.map(({ id }) => id)
const missing = (only?: string[], skip?: string[]) => {
  const { facts } = readSelection(only, skip)
  return all.filter((id) => !facts.includes(id))
}

it('judges all facts by default', () => {
  expect(readSelection()).toEqual({ facts: all, skipped: [] })
})

it('takes facts, sections and operations', () => {
  expect(readSelection(['2.23, 7.1', '§9']).facts).toEqual(['2.23', '7.1', '9.1'])
  expect(readSelection(['9']).facts).toEqual(['9.1'])
  expect(readSelection(['getMentions']).facts).toEqual(
    provable
      .filter(({ operations: of }) => Array.isArray(of) && of.includes('getMentions'))
      .map(({ id }) => id),
  )
  expect(missing(undefined, ['2.23', '9'])).toEqual(['2.23', '9.1'])
  expect(readSelection(['7'], ['7.1']).facts).not.toContain('7.1')
})

it('drops the facts of a skipped operation alone, and keeps those that need others too', () => {
  expect(readSelection([], ['getRankings']).skipped).toEqual(['getRankings'])
  expect(missing(undefined, ['getRankings'])).toContain('2.26')
  expect(missing(undefined, ['getRankings'])).not.toContain('8.8')
  expect(missing(undefined, ['deleteCampaign'])).toEqual([])
})

it('says why a fact was not tried', async () => {
  const { result } = await checkServer({}, { skipped: ['deleteCampaign'] })

  expect(result.facts.find(({ id }) => id === '4.18')).toMatchObject({
    verdict: 'undetermined',
    reason: 'deleteCampaign is left out by --skip',
  })
})

it('reports the chosen facts and no failure of another', async () => {
  const { result: without } = await checkServer(noVersion, { facts: ['2.23', '8.8'] })
  const { result: with9 } = await checkServer(noVersion, { facts: ['9.1'] })

  expect(without.facts.map(({ id }) => id)).toEqual(['2.23', '8.8'])
  expect(without.outcome).toBe('passed')
  const checked = new Set(without.checks.flatMap(({ facts }) => facts))
  expect([...checked].sort()).toEqual(['2.23', '8.8'])
  expect(with9.outcome).toBe('failed')
})

it('cleans up without deletions in the run, where no list shows what it created', async () => {
  const { left } = await checkServer(
    changed(by('listCampaigns'), ({ body }) => {
      if (Array.isArray(body?.data)) body.data = []
    }),
    { skipped: ['deleteCampaign'] },
  )

  expect(left).toEqual([])
})

it.each(operations.map(({ operation }) => operation))(
  'accuses nobody and creates no mess without %s',
  async (operation) => {
    const sent: string[] = []
    const skip = readSelection([], [operation])
    const { result, left } = await checkServer(
      replies((_reply, request, world) => {
        if (request.operation === operation && request.method !== 'HEAD')
          sent.push(String(world.sentToken(request)))
      }),
      { facts: skip.facts, skipped: skip.skipped },
    )

    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.reason).toBeUndefined()
    expect(result.outcome).toMatch(/^(passed|incomplete)$/)
    expect(left).toEqual([])
    // Cleaning up lists once and deletes what the run created.
    const ofCleanUp = { listCampaigns: 1, deleteCampaign: 2 }[operation as string] ?? 0
    expect(sent).toEqual(Array.from({ length: ofCleanUp }, () => TOKENS.main))
    const reasons = result.facts.flatMap(({ reason }) => reason ?? [])
    expect(reasons.filter((reason) => /suite itself failed/.test(reason))).toEqual([])
  },
)
