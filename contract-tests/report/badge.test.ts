import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { badgeReport } from './json.ts'
import * as samples from './testing/samples.ts'

test.each([
  ['all proved', samples.allPass(), '111 of 111 facts', 'brightgreen'],
  ['some contradicted', samples.threeFailures(), '105 of 111 facts, 3 contradicted', 'red'],
  ['some not tried', samples.mostlyUndetermined(), '74 of 111 facts', 'yellow'],
  ['not begun', samples.couldNotRun(), 'could not run', 'yellow'],
])('the badge of a run with %s', (_, result, message, color) => {
  const badge = JSON.parse(badgeReport(digest(result)))

  // https://shields.io/badges/endpoint-badge
  expect(badge).toEqual({
    schemaVersion: 1,
    label: 'contract',
    message,
    color,
    isError: color === 'red',
  })
})
