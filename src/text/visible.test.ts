import { describe, expect, it } from 'vitest'
import { oneLine, printable, visible, visibleJson, withoutCommands } from './visible.ts'

describe('text of others', () => {
  it.each([
    ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
    ['\u009b31m\u007f\u0000', '\\u009b31m\\u007f\\u0000'],
    ['\u202eevil\u2066\u2069\u200f\u061c', '\\u202eevil\\u2066\\u2069\\u200f\\u061c'],
    ['a\u200bb\u00ad\ufeff\u2060\u3164\u034f', 'a\\u200bb\\u00ad\\ufeff\\u2060\\u3164\\u034f'],
    ['\u2028\u2029\ufff9\ufdd0\uffff', '\\u2028\\u2029\\ufff9\\ufdd0\\uffff'],
    ['\u{e0041}\u{e0100}\u{1ffff}', '\\u{e0041}\\u{e0100}\\u{1ffff}'],
    ['\ud83d x \ude00', '\\ud83d x \\ude00'],
  ])('%j shows what controls, reorders or hides', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each([
    'Überprüfung – “quoted” 東京　café',
    'שלום עולם',
    'مرحبا بالعالم',
    'می‌خواهم',
    'क्‍ष',
    '👩‍💻 👨‍👩‍👧 🏳️‍🌈 👩🏽‍💻 ❤️ 1️⃣ 🇫🇷',
  ])('%s stays as it is', (text) => {
    expect(visible(text)).toBe(text)
  })

  it.each([
    ['pay\u200dpal', 'pay\\u200dpal'],
    ['👩\u200d', '👩\\u200d'],
    ['👩\u200d\u200d👩', '👩\\u200d\\u200d👩'],
    ['م\u200c\u200cم', 'م\\u200c\\u200cم'],
    ['1\ufe0f', '1\\ufe0f'],
    ['❤\ufe0f\ufe0f', '❤\ufe0f\\ufe0f'],
  ])('a joiner or a variant that shapes nothing is shown in %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('keeps its lines, or is one line', () => {
    expect(printable('a\r\nb\rc\td')).toBe('a\nb\\u000dc  d')
    expect(oneLine('a\r\nb\nc')).toBe('a\\nb\\nc')
  })

  it('is the same JSON, in characters that can be seen', () => {
    const data = { 'k\u202e': ['\u001b]0;x\u0007', '\u009b\u{e0041}\ud800', '👩‍💻', '##vso[x]'] }
    const json = visibleJson(JSON.stringify(data, null, 2))

    expect(JSON.parse(json)).toEqual(data)
    expect(json).toContain('"\\u009b\\udb40\\udc41\\ud800"')
    expect(json).toContain('👩‍💻')
    expect(json).not.toContain('##vso')
    expect(visible(json)).toBe(json)
  })

  it('gives CI systems no commands', () => {
    expect(withoutCommands('::error::x')).toBe(': :error::x')
    expect(withoutCommands('  ::error::x')).toBe('  : :error::x')
    expect(withoutCommands('\u001b[2m ::error::x')).toBe('\u001b[2m : :error::x')
    expect(withoutCommands('a ##[error]x ##vso[y]')).toBe('a ## [error]x ## vso[y]')
    expect(withoutCommands('std::string # a ## b')).toBe('std::string # a ## b')
  })
})
