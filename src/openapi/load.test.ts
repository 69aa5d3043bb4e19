import { describe, expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import type { JsonObject } from '../schema/json.ts'
import { atVersion } from './load.ts'

const at = (version?: string) => atVersion(generated, version)
const pathsOf = (version?: string) => Object.keys(at(version).paths as object)

describe('atVersion', () => {
  it('serves the newest release by default', () => {
    expect((at().info as { version: string }).version).toBe('1.2.0')
    expect(pathsOf()).toContain('/chat/mentions')
  })

  it('leaves out operations of later releases', () => {
    expect(pathsOf('1.1.0')).not.toContain('/chat/mentions')
    expect(pathsOf('1.1.0')).toContain('/webhooks')
    expect(pathsOf('1.0.0')).not.toContain('/webhooks')
    expect(pathsOf('1.0.0')).not.toContain('/webhooks/{id}')
    expect(pathsOf('1.0.0')).toContain('/alerts/{id}')
    expect(Object.keys(at('1.0.0').webhooks as object)).toEqual([])
    expect(Object.keys(at('1.1.0').webhooks as object)).toContain('ranking.changed')
  })

  it('refuses an unknown release and lists the known ones', () => {
    expect(() => at('1.3.0')).toThrow(/"1.3.0".*1.0.0, 1.1.0, 1.2.0/)
  })

  it.each([
    [undefined, /^x-releases must be a list/],
    [[], /^x-releases must be a list/],
    [[{ version: 1 }], /^x-releases\[0\]\.version must be .*found 1/],
    [['1.2.0'], /^x-releases\[0\]\.version must be /],
  ])('refuses invalid releases: %j', (releases, message) => {
    const document = { ...generated, 'x-releases': releases } as unknown as JsonObject

    expect(() => atVersion(document, undefined)).toThrow(message)
  })
})
