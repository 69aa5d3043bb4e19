import { expect, it } from 'vitest'
import { type Job, Lanes } from './lanes.ts'

interface Named extends Job {
  name: string
}

/** `a1.2` is the second job of lane 1 of receiver a. */
const job = (name: string): Named => ({ name, receiver: name.slice(0, 1), lane: name.slice(0, 2) })

function lanesWith(names: string[], limits = { overall: 64, perReceiver: 10 }) {
  const lanes = new Lanes<Named>(limits)
  const underWay = new Map<string, Named>()
  for (const name of names) lanes.add(job(name))
  return {
    add: (name: string) => lanes.add(job(name)),
    /** Begins as many as may begin. */
    begin() {
      const begun: string[] = []
      for (let next = lanes.begin(); next; next = lanes.begin()) {
        underWay.set(next.name, next)
        begun.push(next.name)
      }
      return begun
    },
    end: (name: string) => lanes.end(underWay.get(name) as Named),
  }
}

it('sends the jobs of a lane one after the other', () => {
  const lanes = lanesWith(['a1.1'])

  expect(lanes.begin()).toEqual(['a1.1'])
  lanes.add('a1.2')
  lanes.add('a1.3')
  expect(lanes.begin()).toEqual([])
  lanes.end('a1.1')
  expect(lanes.begin()).toEqual(['a1.2'])
  lanes.end('a1.2')
  expect(lanes.begin()).toEqual(['a1.3'])
})

it('reuses a lane that was empty', () => {
  const lanes = lanesWith(['a1.1'])
  lanes.begin()
  lanes.end('a1.1')

  lanes.add('a1.2')

  expect(lanes.begin()).toEqual(['a1.2'])
})

it('sends lanes in parallel, up to the limit of a receiver', () => {
  const lanes = lanesWith(['a1.1', 'a2.1', 'a3.1', 'b1.1'], { overall: 64, perReceiver: 2 })

  expect(lanes.begin()).toEqual(['a1.1', 'b1.1', 'a2.1'])
  lanes.end('a2.1')
  expect(lanes.begin()).toEqual(['a3.1'])
})

it('lets receivers take turns at the overall limit', () => {
  const lanes = lanesWith(['a1.1', 'a2.1', 'a3.1', 'b1.1', 'b2.1', 'c1.1'], {
    overall: 2,
    perReceiver: 2,
  })

  const order = lanes.begin()
  expect(order).toHaveLength(2)
  for (let i = 0; i < order.length; i++) {
    lanes.end(order[i] as string)
    order.push(...lanes.begin())
  }

  expect(order).toEqual(['a1.1', 'b1.1', 'c1.1', 'a2.1', 'b2.1', 'a3.1'])
})
