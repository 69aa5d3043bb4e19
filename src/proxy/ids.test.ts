import { describe, expect, it } from 'vitest'
import { IdOwners } from './ids.ts'

describe('IdOwners', () => {
  it('remembers who showed an id first, in any part of an answer', () => {
    const owners = new IdOwners()
    owners.noteAll(
      '{"data":{"items":[{"id":"c-1"},{"id" : 17}],"owner":{"id":"a\\"b"}}}',
      'upstream',
    )
    owners.noteAll('{"data":[{"id":"c-1"},{"id":"cmp_2"}]}', 'sandbox')

    expect(['c-1', '17', 'a"b'].map((id) => owners.ownerOf(id))).toEqual(Array(3).fill('upstream'))
    expect(owners.ownerOf('cmp_2')).toBe('sandbox')
    expect(owners.ownerOf('c-3')).toBeUndefined()
  })

  it('remembers links to files of the sandbox, and of no one else', () => {
    const owners = new IdOwners()
    owners.noteAll('{"download_url":"http://a/files/one.pdf?key=1"}', 'sandbox')
    owners.noteAll('{"download_url":"http://a/files/two.pdf?key=1"}', 'upstream')

    expect(owners.ownerOf('/files/one.pdf')).toBe('sandbox')
    expect(owners.ownerOf('/files/two.pdf')).toBeUndefined()
  })

  it('forgets the ids that were not seen for the longest time', () => {
    const owners = new IdOwners()
    owners.note('old', 'upstream')
    owners.note('used', 'upstream')
    for (let index = 0; index < 19_999; index++) {
      if (index === 100) owners.note('used', 'upstream')
      owners.note(`id-${index}`, 'upstream')
    }

    expect(owners.ownerOf('old')).toBeUndefined()
    expect(owners.ownerOf('used')).toBe('upstream')
  })
})
