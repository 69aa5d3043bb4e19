import { expect, it } from 'vitest'
import { flagsOf } from '../cli/check-settings.ts'
import { ConfigError, optionsFromEnvironment } from '../config.ts'

it.each(['1', 'true', 'Yes', 'ON', 'on '])('%j is on', (value) => {
  expect(optionsFromEnvironment({ SVC_OPEN_SIGNUP: value }).openSignup).toBe(true)
  expect(optionsFromEnvironment({ SVC_NO_RATE_LIMITS: value }).rateLimits).toBe(false)
})

it.each(['0', 'False', 'no', 'OFF'])('%j is off', (value) => {
  expect(optionsFromEnvironment({ SVC_OPEN_SIGNUP: value }).openSignup).toBe(false)
  expect(optionsFromEnvironment({ SVC_NO_MIGRATE: value }).migrate).toBe(true)
})

it('an empty variable is not set', () => {
  expect(optionsFromEnvironment({ SVC_EPHEMERAL: '' }).ephemeral).toBeUndefined()
})

it.each(['n', 'y', 'flase', '2', 'disabled'])('%j is refused', (value) => {
  const message = `must be 1, true, yes, on, or 0, false, no, off; found "${value}".`
  for (const name of ['SVC_OPEN_SIGNUP', 'SVC_EPHEMERAL', 'SVC_NO_MIGRATE', 'SVC_NO_RATE_LIMITS']) {
    const read = () => optionsFromEnvironment({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`${name} ${message}`)
  }
  for (const name of ['SVC_READ_ONLY', 'SVC_STRICT', 'SVC_THOROUGH', 'SVC_ALLOW_LIVE_KEY']) {
    expect(() => flagsOf({}, { [name]: value })).toThrow(`${name} ${message}`)
  }
})

it('a flag that is given hides its variable', () => {
  const env = { SVC_EPHEMERAL: 'maybe', SVC_READ_ONLY: 'maybe' }

  expect(optionsFromEnvironment(env, { ephemeral: true }).ephemeral).toBeUndefined()
  expect(flagsOf({ readOnly: true }, env).readOnly).toBe(true)
})
