import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemReason } from './system-reason.ts'

it('has words for a wrong name', () => {
  expect(reasonOf(() => readFileSync('/no/such/file'))).toBe('there is no such file or folder')
  expect(reasonOf(() => readFileSync('/'))).toBe('it is a folder')
})

it('keeps the code of other causes, without the path', () => {
  const message = 'ENOSPC: no space left on device, write'

  expect(systemReason(Object.assign(new Error(message), { code: 'ENOSPC' }))).toBe(
    'no space left on device (ENOSPC)',
  )
})

function reasonOf(call: () => void): string {
  try {
    call()
  } catch (error) {
    return systemReason(error)
  }
  return 'no error'
}
