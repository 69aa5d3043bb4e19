import { expect, it } from 'vitest'
import { type Origin, originLine } from './results.ts'

const ORIGIN: Origin = {
  date: '2026-11-21',
  cpu: 'Some CPU',
  cores: 2,
  memoryGb: 8,
  system: 'Linux 6.1',
  node: 'v20.19.0',
}

it('names the commit that was measured', () => {
  expect(originLine({ ...ORIGIN, commit: 'abc1234+' })).toBe(
    '2026-11-21, Some CPU, 2 cores, 8 GB, Linux 6.1, Node v20.19.0, commit abc1234+',
  )
})

it('names no commit where none is known', () => {
  expect(originLine(ORIGIN)).toMatch(/Node v20\.19\.0$/)
})
