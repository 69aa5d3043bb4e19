import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { Groups } from './groups.ts'

interface Write {
  group: string[]
  finish(): void
}

/** Groups whose writes the test ends. */
function setUp() {
  const writes: Write[] = []
  const begun = new EventEmitter()
  const groups: Groups<string> = new Groups<string>(async (group) => {
    await new Promise<void>((finish) => {
      writes.push({ group: group.map(({ change }) => change), finish })
      begun.emit(`write ${writes.length}`)
    })
    for (const { change, resolve, reject } of group) {
      if (change === 'bad') reject(new Error(change))
      else resolve(change)
    }
  })
  const nthWrite = async (count: number): Promise<Write> => {
    if (writes.length < count) await once(begun, `write ${count}`)
    return writes[count - 1] as Write
  }
  return { groups, writes, nthWrite }
}

test('writes once for all changes that were submitted during a write', async () => {
  const { groups, writes, nthWrite } = setUp()

  const first = groups.submit('a')
  const inFlight = await nthWrite(1)
  const others = ['b', 'c', 'd'].map((change) => groups.submit(change))
  inFlight.finish()
  await first
  const second = await nthWrite(2)
  second.finish()

  expect(await Promise.all(others)).toEqual(['b', 'c', 'd'])
  expect(second.group).toEqual(['b', 'c', 'd'])
  await groups.idle()
  expect(writes).toHaveLength(2)
})
