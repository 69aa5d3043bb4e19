import { describe, expect, it } from 'vitest'
import { readCutJson } from './cut-json.ts'

describe('truncated JSON', () => {
  it.each([
    ['{"a":1,"b":[1,2', { a: 1, b: [1] }],
    ['{"a":"x\\"y","b":"un', { a: 'x"y' }],
    ['{"a":{"b":[]},"c', { a: { b: [] } }],
    ['{"a":[{"b":true},{"b":fal', { a: [{ b: true }, {}] }],
    ['[{"}":"]"},', [{ '}': ']' }]],
    ['{"a":1}', { a: 1 }],
    ['{', {}],
  ])('%s is read as far as it goes', (text, value) => {
    expect(readCutJson(text)).toEqual({ value })
  })

  it('parses the beginning of a text that is cut anywhere', () => {
    const whole = {
      success: true,
      data: [{ id: 'c', n: -1.5e3, on: null }, { id: 'd\\' }],
      meta: {},
    }
    const text = JSON.stringify(whole)

    for (let end = 1; end <= text.length; end++) {
      const read = readCutJson(text.slice(0, end))
      expect(text.startsWith(JSON.stringify(read?.value).replace(/[\]}]+$/, ''))).toBe(true)
    }
  })

  it('is distinguished from other texts', () => {
    expect(readCutJson('<html><b>')).toBeUndefined()
    expect(readCutJson('')).toBeUndefined()
    expect(readCutJson('a,b\n1,2')).toBeUndefined()
  })
})
