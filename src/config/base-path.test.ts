import { describe, expect, it } from 'vitest'
import { parsePlace } from './base-path.ts'

describe('parsePlace', () => {
  it.each([
    [undefined, undefined, undefined, ''],
    [undefined, '/', undefined, ''],
    [undefined, 'sandbox/', undefined, '/sandbox'],
    [undefined, '/a/b', undefined, '/a/b'],
    ['https://demo.example', undefined, 'https://demo.example', ''],
    ['https://demo.example/', '/sandbox', 'https://demo.example/sandbox', '/sandbox'],
    ['https://demo.example/sandbox/', undefined, 'https://demo.example/sandbox', '/sandbox'],
    ['https://demo.example/sandbox/api', '/sandbox', 'https://demo.example/sandbox', '/sandbox'],
    ['https://gw.example/api/sandbox', undefined, 'https://gw.example/api/sandbox', '/api/sandbox'],
    ['https://gw.example/api/', undefined, 'https://gw.example', ''],
  ])('reads %s and %s', (publicUrl, basePath, root, path) => {
    expect(parsePlace(publicUrl, basePath)).toEqual({ publicUrl: root, basePath: path })
  })

  it.each([
    ['/a b', 'must be a path such as /sandbox, without spaces'],
    ['/a?b', 'must be a path such as /sandbox, without spaces'],
    ['/a/../b', 'must be a path such as /sandbox, without spaces'],
    ['/a//b', 'must be a path such as /sandbox, without spaces'],
    ['C:\\Program Files\\sandbox', 'must be a path such as /sandbox, without spaces'],
    ['/docs', 'must not begin with /docs'],
    ['/_sandbox/x', 'must not begin with /_sandbox'],
    ['/api', 'must not begin with /api'],
  ])('refuses the base path %s', (basePath, problem) => {
    expect(() => parsePlace(undefined, basePath)).toThrow(problem)
  })

  it('refuses two different paths', () => {
    expect(() => parsePlace('https://demo.example/a', '/b')).toThrow(
      '--public-url ends with /a, and --base-path is /b.',
    )
  })
})
