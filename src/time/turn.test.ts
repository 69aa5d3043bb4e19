import { expect, it, onTestFinished } from 'vitest'
import { nextTurn } from './turn.ts'

it('the next turn comes although timers are faked', async () => {
  const { setImmediate } = globalThis
  onTestFinished(() => {
    globalThis.setImmediate = setImmediate
  })
  globalThis.setImmediate = (() => {}) as never

  await expect(nextTurn()).resolves.toBeUndefined()
})
