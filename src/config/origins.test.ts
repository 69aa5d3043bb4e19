import { describe, expect, it } from 'vitest'
import { optionsFromEnvironment, readConfig } from '../config.ts'
import { normalOrigin } from './origins.ts'

describe('normalOrigin', () => {
  it.each([
    ['http://LocalHost:3000', 'http://localhost:3000'],
    ['HTTPS://app.test:443', 'https://app.test'],
    ['http://app.test:80', 'http://app.test'],
    ['http://app.test:443', 'http://app.test:443'],
    ['http://localhost.:3000', 'http://localhost:3000'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[0:0::1]:3000', 'http://[::1]:3000'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['null', 'null'],
  ])('makes %s comparable: %s', (text, expected) => {
    expect(normalOrigin(text)).toBe(expected)
  })

  it.each([
    '',
    'localhost:3000',
    'http://',
    'http://app.test/',
    'http://app.test:3000/page',
    'http://user@localhost',
    'http://localhost\\@evil.example',
    'http://%6cocalhost',
    'http://localhost, http://localhost',
    'http://[fe80::1%25eth0]',
    'http://localhost:99999',
    'NULL',
  ])('is undefined for %j', (text) => {
    expect(normalOrigin(text)).toBeUndefined()
  })
})

describe('--cors-origin', () => {
  it('takes one origin or several, in any form that users paste', () => {
    expect(readConfig({ corsOrigins: ' HTTP://App.test:3000/ ' })).toMatchObject({
      corsOrigins: ['http://app.test:3000'],
      controlOrigins: [],
    })
    expect(readConfig({ controlOrigins: ['null', 'http://app.test:80', ''] })).toMatchObject({
      corsOrigins: [],
      controlOrigins: ['null', 'http://app.test'],
    })
  })

  it('is SVC_CORS_ORIGIN, with commas', () => {
    const env = { SVC_CORS_ORIGIN: 'http://a.test, http://b.test:3000,', SVC_CONTROL_ORIGIN: '' }

    expect(readConfig(optionsFromEnvironment(env))).toMatchObject({
      corsOrigins: ['http://a.test', 'http://b.test:3000'],
      controlOrigins: [],
    })
  })

  it.each([
    ['https://shop.test:4443/login?x', 'an origin such as https://shop.test:4443, without a path'],
    ['app.test', 'an origin such as http://app.test:3000'],
    ['*', 'the origin of one page'],
  ])('refuses %s', (value, message) => {
    expect(() => readConfig({ corsOrigins: value })).toThrow(`--cors-origin must be ${message}`)
    expect(() => readConfig({ controlOrigins: value })).toThrow('--control-origin must be')
  })
})
