import { expect, it } from 'vitest'
import { type Job, Lanes, type Limits } from './lanes.ts'

interface Named extends Job {
  name: string
}

/** `Xa1.2` is the second job of lane 1 of receiver a of account X. */
const job = (name: string): Named => ({
  name,
  account: name.replace(/[a-z].*/, ''),
  receiver: name.slice(0, -3),
  lane: name.slice(0, -2),
})

const LIMITS = { overall: 64, perAccount: 64, perReceiver: 10, atMost: 64 }

function lanesWith(names: string[], limits: Partial<Limits> = {}) {
  const lanes = new Lanes<Named>({ ...LIMITS, ...limits })
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

it('lets receivers take turns at the limit of their account', () => {
  const lanes = lanesWith(['a1.1', 'a2.1', 'a3.1', 'b1.1', 'b2.1', 'c1.1'], {
    overall: 2,
    atMost: 2,
  })

  const order = lanes.begin()
  expect(order).toHaveLength(2)
  for (let i = 0; i < order.length; i++) {
    lanes.end(order[i] as string)
    order.push(...lanes.begin())
  }

  expect(order).toEqual(['a1.1', 'b1.1', 'c1.1', 'a2.1', 'b2.1', 'a3.1'])
})

it('lets accounts take turns, and in each its receivers', () => {
  const names = ['Xa1.1', 'Xa2.1', 'Xa3.1', 'Xb1.1', 'Yc1.1', 'Yc2.1', 'Zd1.1']

  expect(lanesWith(names).begin()).toEqual([
    ...['Xa1.1', 'Yc1.1', 'Zd1.1'],
    ...['Xb1.1', 'Yc2.1', 'Xa2.1', 'Xa3.1'],
  ])
})

it('lets an account have no more than its limit under way, but one of each receiver', () => {
  const lanes = lanesWith(['a1.1', 'a2.1', 'a3.1'], { perAccount: 2 })

  expect(lanes.begin()).toEqual(['a1.1', 'a2.1'])
  lanes.add('b1.1')
  lanes.add('b2.1')
  expect(lanes.begin()).toEqual(['b1.1'])
  lanes.end('a1.1')
  expect(lanes.begin()).toEqual([])
  lanes.end('a2.1')
  expect(lanes.begin()).toEqual(['a3.1'])
  lanes.end('a3.1')
  expect(lanes.begin()).toEqual(['b2.1'])
})

it('lets every account begin at the overall limit, up to an absolute one', () => {
  const lanes = lanesWith(['Xa1.1', 'Xa2.1', 'Xa3.1'], { overall: 2, atMost: 4 })

  expect(lanes.begin()).toEqual(['Xa1.1', 'Xa2.1'])
  for (const name of ['Ya1.1', 'Ya2.1', 'Za1.1', 'Va1.1']) lanes.add(name)
  expect(lanes.begin()).toEqual(['Ya1.1', 'Za1.1'])
  lanes.end('Za1.1')
  expect(lanes.begin()).toEqual(['Va1.1'])
})
