import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { wrap, wrapCommand } from './wording.ts'

test('text is broken at spaces, and a word only where it is longer than a line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('a abcdefghij b', 5)).toEqual(['a', 'abcde', 'fghij', 'b'])
  expect(wrap('', 5)).toEqual([''])
})

test('an address stays whole, so that it can be copied', () => {
  expect(wrap('see https://api.example.com/v1/campaigns for it', 12)).toEqual([
    'see',
    'https://api.example.com/v1/campaigns',
    'for it',
  ])
})

test('a command is broken between its arguments and still does the same', () => {
  const command = `printf '%s\\n' -H 'Accept: a  b' "it's \\"quoted\\" $HOME" 'don'\\''t' -d '{"a": 1}'`
  const lines = wrapCommand(command, 30)

  expect(lines.length).toBeGreaterThan(3)
  expect(lines.every((line) => line.length <= 30)).toBe(true)
  expect(shell(lines.join('\n'))).toBe(shell(command))
})

test('an option stays with its value', () => {
  const lines = wrapCommand('curl -i -X PUT http://localhost -H "Accept: text/plain"', 24)

  expect(lines).toEqual(['curl -i -X PUT \\', '  http://localhost \\', '  -H "Accept: text/plain"'])
})

function shell(command: string): string {
  return execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { HOME: '/home/a b' } })
}
