import { describe, expect, it } from 'vitest'
import {
  type OperationOrigin,
  type Origins,
  originsOf,
  originsOfEntry,
  originsOfMember,
  statedOf,
} from '../console/client/stated.js'

const STATED = ['/success', '/data', '/data/*/id', '/data/*/keywords', '/a~1b']

describe('which members are stated', () => {
  it('knows members of the entries of a list', () => {
    const entry = originsOfEntry(member(originsOf(STATED), 'data'))

    expect(originsOfMember(entry, 'id')).toBeDefined()
    expect(originsOfMember(entry, 'status')).toBeUndefined()
  })

  it('assumes what is in a list of which nothing is said', () => {
    const keywords = member(originsOfEntry(member(originsOf(STATED), 'data')), 'keywords')

    expect(originsOfMember(originsOfEntry(keywords), 'volume')).toBeUndefined()
  })

  it('takes any name for a member of a map, and reads escaped ones', () => {
    const origins = originsOf([...STATED, '/rates/*/limit'])

    expect(originsOfMember(member(member(origins, 'rates'), 'hour'), 'limit')).toBeDefined()
    expect(originsOfMember(origins, 'a/b')).toBeDefined()
  })
})

describe('what is stated of an answer', () => {
  const operations = [
    operationOf('list', { success: ['/success', '/data'], failure: ['/success', '/error'] }),
    operationOf('other', { success: ['/success'], failure: ['/success', '/problem'] }),
  ]

  it('goes by its operation and its status', () => {
    const success = statedOf(operations, { operation: 'list', status: 200 }).members
    const failure = statedOf(operations, { operation: 'list', status: 404 }).members

    expect([...success.members.keys()]).toEqual(['success', 'data'])
    expect([...failure.members.keys()]).toEqual(['success', 'error'])
  })

  it('is for an unknown address what holds for the failures of all', () => {
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
