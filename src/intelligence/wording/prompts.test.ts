import { expect, test } from 'vitest'
import { promptsOf } from './prompts.ts'

test.each([
  ['how to import contacts', /^How do I import contacts\?/],
  ['can i trust a vpn?', /^Can I trust a VPN\?/],
  ['where to stay in dublin', /^Where should I stay in Dublin\?/],
  ['trello vs asana', /trello vs asana/i],
  ['the best hotels in dublin', /best hotels in dublin/i],
  ['best electric bike under 2000', /best electric bikes under 2000/i],
  ['bike shop leeds', /bike shops in Leeds/],
  ['is northwheel any good', /^Is northwheel any good\?/],
  ['kids bike 20 inch', /kids bike 20 inch/i],
  ['crm', /CRM/],
  ['learn spanish online', /learn spanish online/i],
])('asks about %s', (keyword, expected) => {
  const prompts = promptsOf(keyword, 'software')

  expect(new Set(prompts).size).toBe(2)
  for (const prompt of prompts) {
    expect(prompt).toMatch(expected)
    expect(prompt).toMatch(/^\p{Lu}.*[.?]$/u)
    expect(prompt).not.toMatch(/[{}]| {2}|the the|\?\?/)
  }
  expect(promptsOf(keyword, 'software')).toEqual(prompts)
})

test('names the place of a local search', () => {
  for (const prompt of promptsOf('bike repair near me', 'trades', 'Dublin, Ireland')) {
    expect(prompt).toContain('near me (Dublin, Ireland)')
  }
})

test.each(['$& {it}', '<b>', 'a "quoted" b', 'w'.repeat(200), '?', '...', ' '])(
  'survives %j',
  (keyword) => {
    for (const prompt of promptsOf(keyword, 'goods')) {
      expect(prompt.toLowerCase()).toContain(keyword)
    }
  },
)
