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
  ['7 days', 604_800_000],
  ['1 week', 604_800_000],
  ['90 minutes', 5_400_000],
  ['1 day 12 hours', 129_600_000],
  ['1d 12h', 129_600_000],
  ['3 d', 259_200_000],
])('reads %s as %d ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

it.each<string>([
  '',
  '3',
  'd',
  '3  d',
  '3d ',
  ' 3d',
  '3 dayz',
  '3 months',
  '3 mins',
  '-3d',
  '1.5h',
  '3y',
  '1d,2h',
  '3D',
])('refuses %j', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
