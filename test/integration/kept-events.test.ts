import fc from 'fast-check'
import { expect, it } from 'vitest'
import { controlOf } from '../support/control.ts'
import { CAMPAIGN, startSharedSandbox, type TestSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Sites that answers cite in any case are rivals like others. */
const SITES = ['northpeak.example', 'rival.example', 'openforum.example', 'rated-locally.example']
const KEYWORDS = ['trail running shoes', 'Laufschuhe für Damen', 'best hotel in Dublin?', '🚲 é']
const PAGE = 100
const HOUR = 3_600_000

interface State {
  name: string
  brand: string
  domain: string
  keywords: string[]
  competitors: string[]
}

const state: fc.Arbitrary<State> = fc.record({
  name: fc.constantFrom('Spring', 'Äther "quoted"', 'Autumn'),
  brand: fc.constantFrom('Northpeak', 'Southpeak', 'Openforum'),
  domain: fc.constantFrom(...SITES),
  keywords: fc.subarray(KEYWORDS, { minLength: 2 }),
  competitors: fc.subarray(SITES, { maxLength: 2 }),
})

type Step =
  | { kind: 'create'; state: State }
  | { kind: 'edit'; campaign: number; state: State }
  | { kind: 'delete'; campaign: number }
  | { kind: 'advance'; length: string }
  | { kind: 'back' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), state }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), campaign: fc.nat(3), state }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), campaign: fc.nat(3) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      length: fc.constantFrom('7h', '1d', '3d'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back' as const) }) },
)

async function take(sandbox: TestSandbox, ids: string[], each: Step): Promise<void> {
  const { api, clock } = sandbox
  switch (each.kind) {
    case 'create': {
      const created = await api.post('/campaigns', { body: { ...CAMPAIGN, ...each.state } })
      return void ids.push(created.body.data.id)
    }
    case 'edit': {
      const id = ids[each.campaign % ids.length]
      return void (await api.put(`/campaigns/${id}`, { body: each.state }))
    }
    case 'delete': {
      const [id] = ids.splice(each.campaign % ids.length, ids.length > 1 ? 1 : 0)
      return void (id && (await api.delete(`/campaigns/${id}`)))
    }
    case 'advance':
      return void (await clock.advance(each.length))
    case 'back':
      return void (await clock.set((await clock.now()).getTime() - 5 * HOUR))
  }
}

/** All events with their bodies, newest first. */
async function eventsOf(sandbox: TestSandbox): Promise<unknown[]> {
  const control = controlOf(sandbox)
  const all: unknown[] = []
  for (;;) {
    const { body } = await control.get('/events', { query: { limit: PAGE, offset: all.length } })
    all.push(...body.data)
    if (body.data.length < PAGE) return all
  }
}

it('events read alike in memory, in files and after a restart, even after their campaigns changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      state,
      fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }),
      async (first, steps) => {
        const data = temporaryFolder()
        const kept: unknown[][] = []
        for (const options of [{}, { data }]) {
          const sandbox = await startSharedSandbox({ fixture: 'empty', ...options })
          const ids: string[] = []
          await sandbox.clock.freeze()
          // An event that no delivery needs is kept as long as there is a webhook.
          const body = { url: 'http://localhost:9/', events: ['campaign.completed'] }
          await sandbox.api.post('/webhooks', { body })
          const all: Step[] = [
            { kind: 'create', state: first },
            { kind: 'advance', length: '3d' },
          ]
          for (const each of [...all, ...steps]) await take(sandbox, ids, each)
          kept.push(await eventsOf(sandbox))
          await sandbox.close()
        }
        const again = await startSharedSandbox({ fixture: 'empty', data })
        kept.push(await eventsOf(again))
        await again.close()

        const [inMemory, inFiles, afterRestart] = kept
        expect(inMemory?.length).toBeGreaterThan(10)
        expect(JSON.stringify(inMemory)).toBe(JSON.stringify(inFiles))
        expect(afterRestart).toEqual(inFiles)
      },
    ),
    { numRuns: 8, seed: 28 },
  )
}, 120_000)
