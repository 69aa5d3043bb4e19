import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Load } from './load.ts'
import { type Server, temporaryFolder } from './servers.ts'

/** The operations that are compared; paths count from the root of the API. */
export const OPERATIONS = ['list', 'read', 'create', 'refused', 'invalid'] as const

export type Operation = (typeof OPERATIONS)[number]

const CAMPAIGN = { name: 'Bench', type: 'serp', keywords: ['one', 'two'], frequency: 'daily' }

const LOADS: Record<Operation, Load> = {
  list: { path: '/campaigns' },
  read: { path: '/campaigns/{id}' },
  create: { path: '/campaigns', method: 'POST', body: CAMPAIGN },
  refused: { path: '/campaigns', token: 'svc_test_unknown', status: 401 },
  invalid: { path: '/campaigns', method: 'POST', body: { ...CAMPAIGN, name: 5 }, status: 400 },
}

/** `id` is that of one of the server's campaigns, `base` the path of the root of its API. */
export function loadOf(operation: Operation, id: string, base = ''): Load {
  const load = LOADS[operation]
  return { ...load, path: base + load.path.replace('{id}', id) }
}

/** Of ten requests: a client that mostly reads, with its mistakes. */
const MIX: Operation[] = [
  ...(['list', 'read', 'list', 'create', 'read'] as const),
  ...(['list', 'refused', 'read', 'list', 'invalid'] as const),
]

/** The load with the keys of several accounts in turns. */
export function inTurnsOf(tokens: readonly string[], load: Load): Load {
  const [first, ...then] = tokens.map((token): Load => ({ ...load, token }))
  return { ...load, ...first, then }
}

/** The mix of operations on the sandbox, in a fixed order. Creates use the keys in turns. */
export function mixedLoad(id: string, tokens: readonly string[]): Load {
  const [first, ...then] = tokens.flatMap((token) =>
    MIX.map((operation): Load => {
      const load = loadOf(operation, id, '/api')
      return operation === 'create' ? { ...load, token } : load
    }),
  )
  return { ...(first as Load), then }
}

/** Sends a request once. */
export async function send(
  root: string,
  { path, method = 'GET', token = 'svc_test_demo', body }: Load,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${root}${path}`, {
    method,
    signal: AbortSignal.timeout(60_000),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

/** The data of a success; throws for a failure. */
export async function dataOf<Data>(root: string, load: Load): Promise<Data> {
  const { status, text } = await send(root, load)
  if (status >= 300) throw new Error(`${root}${load.path} returned ${status}: ${text}`)
  return JSON.parse(text).data
}

/** Saves the answers of a sandbox to a file, for bare servers; returns its name. */
export async function saveAnswers(sandbox: Server): Promise<string> {
  const root = `${sandbox.url}/api`
  const id = await firstId(root)
  const answers: Record<string, unknown> = {}
  for (const operation of OPERATIONS) {
    answers[operation] = JSON.parse((await send(root, loadOf(operation, id))).text)
  }
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}

export async function firstId(root: string): Promise<string> {
  const [first] = await dataOf<{ id: string }[]>(root, { path: '/campaigns?limit=1' })
  return first?.id as string
}
