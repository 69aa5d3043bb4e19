import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databaseAddress } from './config/database-options.ts'
import { optionsFromEnvironment, readConfig, type SandboxOptions } from './config.ts'
import { createSandbox } from './index.ts'

const EMPTY: SandboxOptions = {
  host: '',
  fixture: '',
  data: '',
  overlay: '',
  apiVersion: '',
  now: '',
  publicUrl: '',
  adminToken: '',
}

describe('readConfig', () => {
  it('ignores options with empty text', () => {
    expect(readConfig(EMPTY)).toEqual(readConfig())
    expect(readConfig({ ...EMPTY, ephemeral: true })).toEqual(readConfig({ ephemeral: true }))
  })

  it('ignores empty names in a list of overlays', () => {
    expect(readConfig({ overlay: ['', 'a.yaml', ''] }).overlays).toEqual(['a.yaml'])
  })

  it.each([
    ['2026-01-15T09:30:00', Date.UTC(2026, 0, 15, 9, 30)],
    ['2026-01-15T09:30:00Z', Date.UTC(2026, 0, 15, 9, 30)],
    ['2026-01-15T09:30:00+02:00', Date.UTC(2026, 0, 15, 7, 30)],
    ['2026-01-15', Date.UTC(2026, 0, 15)],
  ])('reads --now %s as the same time wherever the machine is', (now, expected) => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())

    expect(readConfig({ now }).startAt).toBe(expected)
  })
})

describe('readConfig with environment variables', () => {
  const stub = (name: string, value: string) => {
    vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
  }

  it('reads only SVC_VALIDATE_RESPONSES, since others may belong to another program', () => {
    stub('SVC_PORT', 'tcp://10.0.0.1:80')
    stub('SVC_HOST', '0.0.0.0')

    expect(readConfig()).toMatchObject({ port: 0, host: '127.0.0.1' })
  })

  it.each([
    ['1', true],
    ['no', false],
  ])('reads SVC_VALIDATE_RESPONSES=%s', (value, expected) => {
    stub('SVC_VALIDATE_RESPONSES', value)

    expect(readConfig().validateResponses).toBe(expected)
    expect(readConfig({ validateResponses: !expected }).validateResponses).toBe(!expected)
  })
})

describe('--now', () => {
  it.each(['2026-02-30T00:00:00Z', '2026-02-29', '2026-13-01', '2026-04-31T10:00:00+02:00'])(
    'refuses %s, which does not exist',
    (now) => {
      expect(() => readConfig({ now })).toThrow(`--now must be a time`)
      expect(() => readConfig({ now })).toThrow(now)
    },
  )
})

describe('optionsFromEnvironment', () => {
  it('does not read a number that is also given as an option', () => {
    const env = { SVC_PORT: 'tcp://10.0.0.1:80', SVC_SEED: 'x', SVC_TRUST_PROXY: 'y' }
    const given = { port: 1, seed: 2, trustProxy: 3 }

    expect(optionsFromEnvironment(env, given)).toEqual(optionsFromEnvironment({}))
    expect(() => optionsFromEnvironment(env)).toThrow('SVC_PORT (--port)')
  })

  it('ignores empty variables', () => {
    const names = ['PORT', 'HOST', 'FIXTURE', 'SEED', 'DATA', 'EPHEMERAL', 'OVERLAY']
    const others = ['API_VERSION', 'NOW', 'PUBLIC_URL', 'TRUST_PROXY', 'NO_RATE_LIMITS']
    const last = ['VALIDATE_RESPONSES', 'ADMIN_TOKEN', 'WEBHOOK_TARGET']
    const env = [...names, ...others, ...last].map((name) => [`SVC_${name}`, ''])

    expect(optionsFromEnvironment(Object.fromEntries(env))).toEqual(optionsFromEnvironment({}))
  })

  it('ignores empty names in SVC_OVERLAY', () => {
    const options = optionsFromEnvironment({ SVC_OVERLAY: 'a.yaml,,b.yaml,' })

    expect(readConfig(options).overlays).toEqual(['a.yaml', 'b.yaml'])
  })

  it('reads the receivers in SVC_WEBHOOK_TARGET', () => {
    const options = optionsFromEnvironment({ SVC_WEBHOOK_TARGET: 'localhost:3000,,hooks.internal' })

    expect(readConfig(options).webhookTargets).toEqual([
      { host: 'localhost', port: 3000 },
      { host: 'hooks.internal', port: undefined },
    ])
    expect(() => readConfig({ webhookTargets: ['http://localhost'] })).toThrow('--webhook-target')
  })
})

it('refuses an empty key for secrets, which would leave them unencrypted', () => {
  expect(() => optionsFromEnvironment({ SVC_SECRET_KEY: '' })).toThrow(
    'SVC_SECRET_KEY is empty. Give it a value, or unset it.',
  )
})

describe('readConfig with a database', () => {
  const database = 'postgres://app:s3cret@db.example:5432/sandbox'

  it('has defaults', () => {
    expect(readConfig({ database })).toMatchObject({
      database,
      data: undefined,
      migrate: true,
      cacheMb: 256,
      drainSeconds: 0,
    })
  })

  it.each([
    [{ database, data: 'folder' }, '--data folder and --database are different places'],
    [{ database, ephemeral: true }, '--ephemeral and --database are different places'],
    [{ ephemeral: true, data: 'folder' }, '--data folder and --ephemeral are different places'],
    [{ databaseDirect: database }, '--database-direct needs --database'],
    [
      { database: 'mysql://app:s3cret@db.example/sandbox' },
      '--database must be an address such as',
    ],
    [{ database: 'postgres://app:s3c#ret@:x/y' }, '--database must be an address such as'],
    [{ database, databaseDirect: 's3cret' }, '--database-direct must be an address such as'],
    [{ database, cacheMb: 0 }, '--cache-mb must be a whole number from 1'],
  ])('refuses %j without showing the password', (options, message) => {
    expect(() => readConfig(options)).toThrow(message)
    expect(() => readConfig(options)).not.toThrow('s3c')
  })

  it.each([
    [database, 'db.example:5432/sandbox'],
    ['postgresql://db.example/sandbox?sslmode=require', 'db.example/sandbox'],
    ['postgres:///sandbox?host=/run/postgresql', '/run/postgresql/sandbox'],
    ['postgres://app:s3cret@/sandbox?host=/run/postgresql', '/run/postgresql/sandbox'],
  ])('shows the place of %s', (url, place) => {
    expect(readConfig({ database: url }).database).toBe(url)
    expect(databaseAddress(url)).toBe(place)
  })

  it('reads SVC_DATABASE and its companions', () => {
    const env = {
      SVC_DATABASE: database,
      SVC_DATABASE_DIRECT: `${database}2`,
      SVC_NO_MIGRATE: '1',
      SVC_CACHE_MB: '64',
      SVC_DRAIN_SECONDS: '9',
    }

    expect(readConfig(optionsFromEnvironment(env))).toMatchObject({
      database,
      databaseDirect: `${database}2`,
      migrate: false,
      cacheMb: 64,
      drainSeconds: 9,
    })
  })
})

describe('options of a hosted demo', () => {
  const signup = { openSignup: true }

  it.each([
    [{}, { hour: 5, day: 20 }],
    [
      { ...signup, signupsPerHour: 30 },
      { hour: 30, day: 120 },
    ],
    [
      { ...signup, signupsPerDay: 50 },
      { hour: 5, day: 50 },
    ],
    [
      { ...signup, signupsPerHour: 40, signupsPerDay: 40 },
      { hour: 40, day: 40 },
    ],
  ])('limits sign-ups: %j', (options, signupLimits) => {
    expect(readConfig(options)).toMatchObject({ signupLimits })
  })

  it('are read from variables', () => {
    const env = {
      SVC_OPEN_SIGNUP: '1',
      SVC_SIGNUP_FIXTURE: 'starter',
      SVC_SIGNUPS_PER_HOUR: '30',
      SVC_SIGNUPS_PER_DAY: '60',
      SVC_RESET_EVERY: '1d12h',
    }

    expect(readConfig(optionsFromEnvironment(env))).toMatchObject({
      signupFixture: 'starter',
      signupLimits: { hour: 30, day: 60 },
      resetEvery: '1d12h',
      resetEveryMs: 36 * 3_600_000,
    })
  })

  it.each([
    [{ signupFixture: 'starter' }, /^--signup-fixture is about .* Add --open-signup/],
    [{ signupsPerHour: 30 }, /^--signups-per-hour is about .* Add --open-signup/],
    [{ signupsPerDay: 30 }, /^--signups-per-day is about .* Add --open-signup/],
    [{ ...signup, signupsPerHour: 0 }, '--signups-per-hour must be a whole number from 1'],
    [{ ...signup, signupsPerDay: 1.5 }, '--signups-per-day must be a whole number from 1'],
    [{ resetEvery: '30s' }, '--reset-every must be a time from 1m to 365d, such as 24h'],
    [{ resetEvery: '366d' }, 'found "366d"'],
    [{ resetEvery: 'daily' }, 'found "daily"'],
  ])('refuse %j', (options, message) => {
    expect(() => readConfig(options)).toThrow(message)
  })
})

it('refuses options that createSandbox does not have, which JavaScript would ignore', async () => {
  const refused = createSandbox({ ephemral: true } as SandboxOptions)

  await expect(refused).rejects.toThrow(
    'createSandbox has no option ephemral. Did you mean ephemeral?',
  )
})
