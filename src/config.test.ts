import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { optionsFromEnvironment, readConfig, type SandboxOptions } from './config.ts'

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
    const last = ['VALIDATE_RESPONSES', 'ADMIN_TOKEN']
    const env = [...names, ...others, ...last].map((name) => [`SVC_${name}`, ''])

    expect(optionsFromEnvironment(Object.fromEntries(env))).toEqual(optionsFromEnvironment({}))
  })

  it('ignores empty names in SVC_OVERLAY', () => {
    const options = optionsFromEnvironment({ SVC_OVERLAY: 'a.yaml,,b.yaml,' })

    expect(readConfig(options).overlays).toEqual(['a.yaml', 'b.yaml'])
  })
})
