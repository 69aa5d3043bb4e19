import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import control from '../../../spec/documents/control.ts'
import api from '../../../spec/documents/openapi.ts'

/**
 * Operations that no screen calls, and why. Those of the credentials of a caller are at home in the explorer, which calls every
 * operation of the API with the key that the user picks.
 */
const NOT_CALLED: Record<string, string> = {
  getDashboards: 'GET /_sandbox/overview has its figures for the screen Overview.',
  getIntelligenceOverview: 'GET /_sandbox/overview has its figures for the screen Overview.',
  login: 'The explorer.',
  logout: 'The explorer.',
  getCurrentUser: 'The explorer.',
  verifyToken: 'The explorer.',
  getLiveness: 'Load balancers and supervisors ask it; the console shows getHealth.',
  getReadiness: 'Load balancers and supervisors ask it; the console shows getHealth.',
  receiveEvent: 'Senders of events call it: a webhook to the built-in receiver does.',
  getFault: 'listFaults has each rule as a whole, and the screen shows them all.',
  waitForRequest: 'Tests wait with it; the log of the console follows streamRequests.',
  getAccount: 'listAccounts has each account as a whole, and the screen shows them all.',
}

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const SOURCES = new Map(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

interface Operation {
  id: string
  method: string
  path: string
}

/** The operations of a document, of paths only: nobody calls a webhook. */
function operationsIn({ paths }: { paths?: unknown }): Operation[] {
  return Object.entries<Record<string, { operationId?: string }>>(
    paths as Record<string, Record<string, { operationId?: string }>>,
  ).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId: id }]) =>
      id === undefined ? [] : [{ id, method: method.toUpperCase(), path }],
    ),
  )
}

/** Whether a file has a call of the operation, as `control('GET', '/faults')`. */
function calls(file: string, { method, path }: Operation, prefix: string): boolean {
  const text = SOURCES.get(file) ?? ''
  const quoted = path.replace(/[{}.]/g, '\\$&')
  const call = `'${method}',\\s*'(?:${prefix})?${quoted}'`
  // Lists and streams have helpers of their own.
  const read = `(?:readAll|readPage|readLatestPage|useStream|readStream)\\([^)]*?'${quoted}'`
  return new RegExp(method === 'GET' ? `${call}|${read}` : call).test(text)
}

/** The files that the console loads, at once or with a screen. */
function loadedFiles(): string[] {
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file) || !SOURCES.has(file)) return
    found.add(file)
    const imports = (SOURCES.get(file) ?? '').matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)
    for (const [, path] of imports) follow(normalize(join(dirname(file), path as string)))
  }
  follow('main.tsx')
  return [...found]
}

const LOADED = loadedFiles()
const OPERATIONS = [
  ...operationsIn(api).map((operation) => ({ ...operation, prefix: '' })),
  ...operationsIn(control).map((operation) => ({ ...operation, prefix: '_sandbox' })),
]

it.each(OPERATIONS)('$id is reached from the console, or the list says why not', (operation) => {
  const callers = LOADED.filter((file) => calls(file, operation, operation.prefix))

  expect(callers.length > 0).toBe(NOT_CALLED[operation.id] === undefined)
})

it('the list has no operation that does not exist', () => {
  const ids = OPERATIONS.map(({ id }) => id)

  expect(Object.keys(NOT_CALLED).filter((id) => !ids.includes(id))).toEqual([])
})
