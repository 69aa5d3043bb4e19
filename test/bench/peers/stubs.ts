import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS } from '../operations.ts'
import { temporaryFolder } from '../servers.ts'

const LIST = '/api/campaigns'
const READ = '/api/campaigns/[^/]+'
const KEY = { authorization: { equalTo: 'Bearer svc_test_demo' } }
/** A body whose name is a text. */
const NAMED = [{ matchesJsonSchema: '{ "properties": { "name": { "type": "string" } } }' }]

/** Of the stubs that fit a request, WireMock takes the one with the lowest priority. */
const STUBS: Record<
  (typeof OPERATIONS)[number],
  { priority: number; status: number; request: object }
> = {
  list: { priority: 1, status: 200, request: { method: 'GET', urlPath: LIST, headers: KEY } },
  read: {
    priority: 1,
    status: 200,
    request: { method: 'GET', urlPathPattern: READ, headers: KEY },
  },
  create: {
    priority: 1,
    status: 201,
    request: { method: 'POST', urlPath: LIST, headers: KEY, bodyPatterns: NAMED },
  },
  invalid: { priority: 2, status: 400, request: { method: 'POST', urlPath: LIST, headers: KEY } },
  refused: { priority: 3, status: 401, request: { method: 'ANY', urlPathPattern: `${LIST}.*` } },
}

/** Writes stubs for WireMock that answer with the bytes of the sandbox; returns their root folder. */
export function saveStubs(answers: string): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'mappings'))
  const bodies: Record<string, unknown> = JSON.parse(readFileSync(answers, 'utf8'))
  for (const operation of OPERATIONS) {
    const { status, ...stub } = STUBS[operation]
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    const response = { status, headers, body: JSON.stringify(bodies[operation]) }
    const file = join(folder, 'mappings', `${operation}.json`)
    writeFileSync(file, JSON.stringify({ ...stub, response }))
  }
  return folder
}
