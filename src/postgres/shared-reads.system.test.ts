import { describe, expect, it } from 'vitest'
import { SharedReads } from './shared-reads.ts'

describe('shared reads', () => {
  it('are sent at once, and share the next one while one is under way', async () => {
    const { reads, read, finish } = begin()
    const first = reads.read('a', read)
    const later = [reads.read('a', read), reads.read('a', read)]
    const other = reads.read('b', read)
    expect(finish.length).toBe(2)

    finish[0]?.('one')
    finish[1]?.('other')
    expect([await first, await other]).toEqual(['one', 'other'])
    await Promise.resolve()
    expect(finish.length).toBe(3)
    finish[2]?.('two')

    expect(await Promise.all(later)).toEqual(['two', 'two'])
    void reads.read('a', read)
    expect(finish.length).toBe(4)
  })

  it('go on after a failure', async () => {
    const { reads, read, finish } = begin()
    const failing = reads.read('a', () => Promise.reject(new Error('It is away.')))
    const next = reads.read('a', read)

    await expect(failing).rejects.toThrow('away')
    await Promise.resolve()
    finish[0]?.('back')
    expect(await next).toBe('back')
  })
})

function begin() {
  const finish: ((value: string) => void)[] = []
  const read = () => new Promise<string>((resolve) => void finish.push(resolve))
  return { reads: new SharedReads<string>(), read, finish }
}
