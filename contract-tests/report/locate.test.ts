import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { locator } from './locate.ts'

const text = readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')
const facts: { id: string; at?: string }[] = parse(
  readFileSync(new URL('../../spec/facts.yaml', import.meta.url), 'utf8'),
)
const locate = locator(text)
const lineAt = (number: number) => text.split('\n')[number - 1]?.trim()

test.each([
  [{ fact: '8.8', section: '§8', operation: 'listCampaigns' }, 'X-RateLimit-Limit:'],
  [{ fact: '8.13', section: '§8' }, 'X-RateLimit-Reset:'],
  [{ fact: '4.17', section: '§4', operation: 'updateCampaign' }, 'operationId: updateCampaign'],
  [{ fact: '7.6', section: '§7', operation: 'login' }, 'ErrorCode:'],
  [{ fact: '4.12', section: '§4' }, 'version:'],
  [{ fact: '5.1', section: '§5.1' }, 'bearerAuth:'],
  [{ section: '§4', operation: 'verifyToken' }, 'operationId: verifyToken'],
])('%j is at the line that states it', (target, line) => {
  expect(lineAt(locate(target))).toBe(line)
})

test('a header is found where it is defined, not where it is used', () => {
  const before = text.split('\n').slice(0, locate({ fact: '8.8', section: '§8' }) - 1)

  expect(before.findLast((line) => /^ {0,2}\S/.test(line))?.trim()).toBe('headers:')
})

test('what the document does not hold is at line 1', () => {
  expect(locate({ fact: '9.99', section: '§9', operation: 'createWebhook' })).toBe(1)
  expect(locator('openapi: 3.1.0')({ fact: '8.8', section: '§8' })).toBe(1)
})

test('the place of each fact is in the document', () => {
  const placed = facts.filter(({ at }) => at !== undefined).map(({ id }) => id)

  expect(placed.length).toBeGreaterThan(50)
  expect(placed.filter((fact) => locate({ fact, section: '§0' }) === 1)).toEqual([])
})
