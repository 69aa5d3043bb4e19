import { expect, it } from 'vitest'
import { type Origins, originsOfEntry, originsOfMember } from './stated.ts'

const origins = (members: Record<string, Origins>): Origins => ({
  members: new Map(Object.entries(members)),
})
const NONE = origins({})

it('knows the members of list entries', () => {
  const entry = originsOfEntry(origins({ '*': origins({ id: NONE }) }))

  expect(originsOfMember(entry, 'id')).toBeDefined()
  expect(originsOfMember(entry, 'status')).toBeUndefined()
})

it('assumes entries of a list without statements', () => {
  expect(originsOfMember(originsOfEntry(NONE), 'volume')).toBeUndefined()
})

it('accepts any member of a map', () => {
  const rates = origins({ '*': origins({ limit: NONE }) })

  expect(originsOfMember(originsOfMember(rates, 'hour') ?? NONE, 'limit')).toBeDefined()
})
