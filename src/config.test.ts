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
  it('takes an empty text for an option that was not given', () => {
    expect(readConfig(EMPTY)).toEqual(readConfig())
    expect(readConfig({ ...EMPTY, ephemeral: true })).toEqual(readConfig({ ephemeral: true }))
  })

  it('leaves empty names out of a list of overlays', () => {
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

describe('optionsFromEnvironment', () => {
  it('takes an empty variable for one that is not set', () => {
    const names = ['PORT', 'HOST', 'FIXTURE', 'SEED', 'DATA', 'EPHEMERAL', 'OVERLAY']
    const others = ['API_VERSION', 'NOW', 'PUBLIC_URL', 'TRUST_PROXY', 'NO_RATE_LIMITS']
    const last = ['VALIDATE_RESPONSES', 'ADMIN_TOKEN']
    const env = [...names, ...others, ...last].map((name) => [`SVC_${name}`, ''])

    expect(optionsFromEnvironment(Object.fromEntries(env))).toEqual(optionsFromEnvironment({}))
  })

  it('leaves empty names out of SVC_OVERLAY', () => {
    const options = optionsFromEnvironment({ SVC_OVERLAY: 'a.yaml,,b.yaml,' })

    expect(readConfig(options).overlays).toEqual(['a.yaml', 'b.yaml'])
  })
})
