import { expect, it } from 'vitest'
import { type Change, subjectName, titleOf } from './timeline.ts'

const about = (name: string | null) => ({ type: 'campaign', id: 'cmp_1', name })

it.each<[Pick<Change, 'operation' | 'about'>, string, string]>([
  [{ operation: 'deleteCampaign', about: about('Tandems') }, 'Deleted campaign', 'Tandems'],
  [{ operation: 'createFault', about: about(null) }, 'Created fault', 'cmp_1'],
  [{ operation: 'advanceClock', about: null }, 'Advanced clock', ''],
  [{ operation: 'resetSandbox', about: about('demo') }, 'Reset to', 'demo'],
  [{ operation: 'undoChange', about: about('deleteKey App 2') }, 'Undid:', 'Deleted key App 2'],
  [{ operation: 'restoreMoment', about: about('mom_1') }, 'Restored a kept state', ''],
  [{ operation: 'frobnicate', about: null }, 'frobnicate', ''],
])('names %j', (change, title, subject) => {
  expect(titleOf(change.operation)).toBe(title)
  expect(subjectName(change)).toBe(subject)
})
