import type { Load } from './load.ts'

/** What every server of the comparison is asked for; paths count from the root of its API. */
export const OPERATIONS = ['list', 'read', 'create', 'refused', 'invalid'] as const

export type Operation = (typeof OPERATIONS)[number]

const CAMPAIGN = { name: 'Bench', type: 'serp', keywords: ['one', 'two'], frequency: 'daily' }

const LOADS: Record<Operation, Load> = {
  list: { path: '/campaigns' },
  read: { path: '/campaigns/{id}' },
  create: { path: '/campaigns', method: 'POST', body: CAMPAIGN },
  refused: { path: '/campaigns', token: 'svc_test_unknown' },
  invalid: { path: '/campaigns', method: 'POST', body: { ...CAMPAIGN, name: 5 } },
}

/** `id` is that of one of the server's campaigns. */
export function loadOf(operation: Operation, id: string): Load {
  const load = LOADS[operation]
  return { ...load, path: load.path.replace('{id}', id) }
}

/** Sends an operation once, to the API at `root`. */
export async function send(
  root: string,
  { path, method = 'GET', token = 'svc_test_demo', body }: Load,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${root}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
