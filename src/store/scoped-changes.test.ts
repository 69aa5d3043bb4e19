import fc from 'fast-check'
import { freeze } from 'immer'
import { expect, test } from 'vitest'
import { accountWith, campaigns } from '../../test/support/store-accounts.ts'
import { campaignOf } from '../../test/support/worlds.ts'
import type { Account } from '../accounts/account.ts'
import type { VersionedMap } from '../accounts/versioned-map.ts'
import { frozenCopy } from './file/account-shape.ts'
import { applied } from './patches.ts'
import { applyScoped, patched, type ScopedChange, type Slot } from './scoped-changes.ts'

type Kind = 'rename' | 'delete' | 'add' | 'run' | 'fail' | 'failLate' | 'nothing'

/** A change of one campaign. It throws before or after it has changed something, or adds an id that may be in use. */
function changeOf(kind: Kind, id: string, n: number): ScopedChange['make'] {
  return ({ account }) => {
    const { campaigns: held, lastRuns } = account as Account
    if (kind === 'nothing') return held.get(id)
    if (kind === 'fail') throw new Error('early')
    if (kind === 'add') {
      const free = held.has(id) ? `cmp_made${n}` : id
      held.set(free, campaignOf({ id: free }))
    }
    if (kind === 'run') lastRuns.set(id, { at: n })
    if (kind === 'delete') {
      lastRuns.delete(id)
      return held.delete(id)
    }
    const found = held.get(id)
    if (kind === 'rename' || kind === 'failLate') {
      if (!found) throw new Error(`no ${id}`)
      found.name = `Name ${n}`
    }
    if (kind === 'failLate') throw new Error('late')
    return found
  }
}

const one = (kinds: readonly Kind[], ids: readonly string[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    id: fc.constantFrom(...ids),
    isNarrow: fc.boolean(),
  })

// A deleted campaign is never added again, because an id is used once.
const groups = fc.array(
  fc.array(
    fc.oneof(
      one(['rename', 'delete', 'run', 'fail', 'failLate', 'nothing'], ['cmp_0', 'cmp_1']),
      one(['rename', 'add', 'run', 'failLate'], ['cmp_2', 'cmp_3', 'cmp_new']),
    ),
    { maxLength: 4 },
  ),
  { maxLength: 6 },
)

/** With plain maps. */
const asStored = ({ account }: Slot): Slot => ({
  account: account && {
    ...account,
    campaigns: new Map(account.campaigns),
    lastRuns: new Map(account.lastRuns),
    past: new Map(account.past),
  },
})

/** With the order of the campaigns, which maps are compared without. */
const whole = (slot: Slot) => [asStored(slot), [...(slot.account?.campaigns.keys() ?? [])]]

const lineageOf = ({ account }: Slot) =>
  (account?.campaigns as VersionedMap<unknown> | undefined)?.lineage

test('changes with a scope have the effect of the same ones without, and no earlier state changes', () => {
  fc.assert(
    fc.property(groups, (list) => {
      const first = freeze<Slot>({ account: frozenCopy(accountWith(campaigns(4))) })
      const seen: { state: Slot; was: unknown }[] = []
      let [scoped, plain, patchedTo, stored] = [first, first, first, asStored(first)]
      let n = 0
      for (const group of list) {
        const made = group.map(({ kind, id, isNarrow }) => {
          // As of a new campaign, whose id is not known yet.
          const ids = kind === 'add' && isNarrow ? [] : [id]
          return { make: changeOf(kind, id, ++n), scope: { campaigns: ids } }
        })
        const narrow = applyScoped(scoped, made)
        const other = applyScoped(
          plain,
          made.map(({ make }) => ({ make, scope: undefined })),
        )
        stored = applied(stored, narrow.patches)
        const within = narrow.patches.map((patch) => ({ ...patch, path: patch.path.slice(1) }))
        patchedTo = { account: patched(patchedTo.account as Account, within) }
        scoped = narrow.state
        plain = other.state
        expect(narrow.outcomes).toEqual(other.outcomes)
        expect(whole(narrow.state)).toEqual(whole(other.state))
        expect(stored).toEqual(asStored(narrow.state))
        expect(whole(patchedTo)).toEqual(whole(narrow.state))
        expect(Object.isFrozen(patchedTo.account)).toBe(true)
        for (const each of [narrow.state, other.state, patchedTo]) {
          expect(lineageOf(each)).toBe(lineageOf(first))
        }
        seen.push({ state: narrow.state, was: structuredClone(whole(narrow.state)) })
      }
      for (const { state, was } of seen) expect(whole(state)).toEqual(was)
    }),
    { numRuns: 80 },
  )
})

test('copies the campaigns for no change without a scope that leaves them as they are', () => {
  const account = frozenCopy(accountWith(campaigns(4)))
  const base = freeze<Slot>({ account })
  const rename = changeOf('rename', 'cmp_0', 1)
  const count = (slot: Slot) => {
    ;(slot.account as Account).changes = 7
  }

  const { state, outcomes } = applyScoped(base, [
    { make: rename, scope: { campaigns: ['cmp_0'] } },
    { make: count, scope: undefined },
    { make: changeOf('fail', 'cmp_0', 2), scope: { campaigns: [] } },
  ])

  const after = state.account?.campaigns as VersionedMap<unknown>
  expect(after.lineage).toBe((account.campaigns as VersionedMap<unknown>).lineage)
  expect(after.get('cmp_0')).toHaveProperty('name', 'Name 1')
  expect(state.account?.changes).toBe(7)
  expect(outcomes.map((outcome) => !outcome.ok && outcome.tentative)).toEqual([false, false, true])
})

test('patches that replace a whole collection are refused', () => {
  const account = frozenCopy(accountWith(campaigns(3)))
  const patches = [{ op: 'replace' as const, path: ['campaigns'], value: new Map() }]

  expect(() => patched(account, patches)).toThrow('A patch replaces campaigns as a whole.')
})
