import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['12h', 43_200_000],
  ['3d', 259_200_000],
  ['1w', 604_800_000],
  ['1d12h', 129_600_000],
  ['0s', 0],
])('reads %s as %d ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

it.each(['', '3', 'd', '3 d', '-3d', '1.5h', '3y', '1d,2h', '3D'])('refuses %j', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
