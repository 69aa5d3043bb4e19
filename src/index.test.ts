import { expect, it } from 'vitest'
import { createSandbox } from './index.ts'

it.each([
  [{ now: 'x' }, 'now must be a time'],
  [{ corsOrigins: 'a/b' }, 'corsOrigins must be an origin'],
  [{ logLevel: 'loud' as never }, 'logLevel must be one of'],
])('names the option of createSandbox(%j), not a flag', async (options, message) => {
  await expect(createSandbox(options)).rejects.toThrow(new RegExp(`^${message}`))
})
