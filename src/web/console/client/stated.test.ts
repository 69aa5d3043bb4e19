import { describe, expect, it } from 'vitest'
import {
  type OperationOrigin,
  type Origins,
  originsOf,
  originsOfEntry,
  originsOfMember,
  statedOf,
} from './stated.ts'

const STATED = ['/success', '/data', '/data/*/id', '/data/*/keywords', '/a~1b']

describe('stated members', () => {
  it('knows the members of list entries', () => {
    const entry = originsOfEntry(member(originsOf(STATED), 'data'))

    expect(originsOfMember(entry, 'id')).toBeDefined()
    expect(originsOfMember(entry, 'status')).toBeUndefined()
  })

  it('assumes entries of a list without statements', () => {
    const keywords = member(originsOfEntry(member(originsOf(STATED), 'data')), 'keywords')

    expect(originsOfMember(originsOfEntry(keywords), 'volume')).toBeUndefined()
  })

  it('accepts any member of a map, and reads escaped names', () => {
    const origins = originsOf([...STATED, '/rates/*/limit'])

    expect(originsOfMember(member(member(origins, 'rates'), 'hour'), 'limit')).toBeDefined()
    expect(originsOfMember(origins, 'a/b')).toBeDefined()
  })
})

describe('the stated parts of a response', () => {
  const operations = [
    operationOf('list', { success: ['/success', '/data'], failure: ['/success', '/error'] }),
    operationOf('other', { success: ['/success'], failure: ['/success', '/problem'] }),
  ]

  it('depend on operation and status', () => {
    const success = statedOf(operations, { operation: 'list', status: 200 }).members
    const failure = statedOf(operations, { operation: 'list', status: 404 }).members

    expect([...success.members.keys()]).toEqual(['success', 'data'])
    expect([...failure.members.keys()]).toEqual(['success', 'error'])
  })

  it('are those that all failures share for an unknown address', () => {
    const { members, headers } = statedOf(operations, { operation: null, status: 404 })

    expect([...members.members.keys()]).toEqual(['success'])
    expect(headers).toEqual(['x-ratelimit-limit'])
  })
})

function member(origins: Origins, name: string): Origins {
  return originsOfMember(origins, name) as Origins
}

function operationOf(id: string, stated_members: OperationOrigin['stated_members']) {
  return {
    id,
    method: 'GET',
    path: `/${id}`,
    summary: null,
    origin: 'stated',
    stated_members,
    stated_headers: ['x-ratelimit-limit'],
  } as OperationOrigin
}
