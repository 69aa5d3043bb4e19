import { expect, it } from 'vitest'
import { createProxy, createSandbox } from './index.ts'

it.each([
  [{ now: 'x' }, 'now must be a time'],
  [{ corsOrigins: 'a/b' }, 'corsOrigins must be an origin'],
  [{ logLevel: 'loud' as never }, 'logLevel must be one of'],
  [{ log: 'warn' as never }, 'log must be one of silent, errors, terminal, json; found "warn"'],
])('names the option of createSandbox(%j), not a flag', async (options, message) => {
  await expect(createSandbox(options)).rejects.toThrow(new RegExp(`^${message}`))
})

it.each([
  [{ upstream: '' }, 'upstream is missing'],
  [{ upstream: 'http://me:secret@127.0.0.1' }, 'upstream must be an address such as'],
  [{ upstream: 'http://127.0.0.1', mode: 'replai' as never }, 'mode must be watch'],
  [{ upstream: 'http://127.0.0.1', mode: 'replay' as const }, 'mode replay needs a file'],
  [{ upstream: 'http://127.0.0.1', ca: 'no-such.pem' }, 'ca no-such.pem cannot be read'],
  [{ upstream: 'http://127.0.0.1', tape: 'a' } as never, 'createProxy has no option tape'],
])('names the option of createProxy(%j), not a flag', async (options, message) => {
  await expect(createProxy(options)).rejects.toThrow(new RegExp(`^${message}`))
})
