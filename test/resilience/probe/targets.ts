import controlDocument from '../../../spec/documents/control.ts'
import { packagedDocument } from '../../../src/openapi/load.ts'
import type { JsonObject } from '../../../src/schema/json.ts'
import { resolvePointer } from '../../../src/schema/pointer.ts'

/** An operation of one of the two documents, and values with which it works. */
export interface Target {
  id: string
  method: string
  /** From the root of the server, with the values of its parameters. */
  path: string
  /** The path with one text for all parameters. */
  pathWith(text: string): string
  /** Names of its query parameters. */
  parameters: string[]
  /** Of the body, with references replaced; undefined if there is none. */
  schema: JsonObject | undefined
  /** A valid body. */
  body: JsonObject
  authorization: string | undefined
}

const KEY = 'Bearer svc_test_demo'

/** All operations of a server with the demo data; makes what they need. */
export async function targetsOf(root: string): Promise<Target[]> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${root}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(path.startsWith('/api') && { Authorization: KEY }),
      },
      body: JSON.stringify(body),
    })
    const { data, error } = (await answer.json()) as { data?: { id: string }; error?: unknown }
    if (!data) throw new Error(`POST ${path}: ${JSON.stringify(error)}`)
    return data.id
  }
  const campaign = await create('/api/campaigns', BODIES.createCampaign)
  const alertBody = { ...BODIES.createAlert, campaign_id: campaign }
  const webhook = await create('/api/webhooks', BODIES.createWebhook)
  const alert = await create('/api/alerts', alertBody)
  const fault = await create('/_sandbox/faults?account=acc_demo', BODIES.createFault)
  const ids: Record<string, string> = {
    '/campaigns/{id}': campaign,
    '/campaign/{id}': campaign,
    '/webhooks/{id}': webhook,
    '/alerts/{id}': alert,
    '/faults/{id}': fault,
    '/accounts/{account_id}': 'acc_demo',
    '/receiver/{receiver_id}': 'rcv_demo',
  }
  const idIn = (path: string, method: string) => {
    // Deleting it once would leave the other operations without it.
    if (method === 'DELETE') return 'none'
    return Object.entries(ids).find(([part]) => path.includes(part))?.[1] ?? 'none'
  }
  const bodies: Record<string, JsonObject> = {
    ...BODIES,
    createAlert: alertBody,
    updateAlert: alertBody,
  }

  return [packagedDocument, controlDocument].flatMap((document) => {
    const base = document === packagedDocument ? '/api' : '/_sandbox'
    return operationsIn(document).map(({ path, method, operation, parameters }): Target => {
      const pathWith = (text: string) => base + path.replace(/\{[^}]+\}/g, text)
      const { operationId: id, requestBody } = operation as {
        operationId: string
        requestBody?: never
      }
      const schema = (
        resolved(document, requestBody) as {
          content?: { 'application/json'?: { schema?: JsonObject } }
        }
      )?.content?.['application/json']?.schema
      const queries = [
        QUERIES[id]?.replace('CAMPAIGN', campaign),
        parameters.includes('account') ? 'account=acc_demo' : '',
      ]
      const query = queries.filter(Boolean).join('&')
      return {
        id,
        method,
        path: pathWith(idIn(path, method)) + (query && `?${query}`),
        pathWith,
        parameters,
        schema: requestBody ? (schema ?? {}) : undefined,
        body: bodies[id] ?? {},
        authorization: base === '/api' ? KEY : undefined,
      }
    })
  })
}

const BODIES = {
  createCampaign: { name: 'Cost', type: 'serp', frequency: 'daily', keywords: ['trail shoes'] },
  updateCampaign: { name: 'Cost' },
  login: { email: 'a@b.example', password: 'x' },
  createWebhook: { url: 'https://example.com/x', events: ['campaign.completed'] },
  updateWebhook: { events: ['campaign.completed'] },
  createAlert: { name: 'Cost', event: 'campaign.completed' },
  snoozeAlert: {},
  createFault: { status: 500, count: 1, path: '/nowhere' },
  updateFault: { status: 500, count: 1, path: '/nowhere' },
  createKey: { name: 'Cost' },
  saveSnapshot: { name: 'cost' },
  createAccount: { fixture: 'empty' },
  moveClock: { freeze: false },
} satisfies Record<string, JsonObject>

const QUERIES: Record<string, string> = {
  getRankings: 'campaign_id=CAMPAIGN',
  getMentions: 'brand=Northwheel',
  generateReport: 'campaign_id=CAMPAIGN&format=json&date_range=last_7_days',
  exportCsv: 'type=rankings&campaign_id=CAMPAIGN',
  waitForRequest: 'timeout=1&path=/nowhere',
}

const METHODS = ['get', 'post', 'put', 'delete']

function operationsIn(document: JsonObject) {
  return Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method] as JsonObject
      const listed = [operation.parameters ?? [], item.parameters ?? []].flat()
      const parameters = listed
        .map((each) => resolved(document, each) as { in: string; name: string })
        .flatMap((each) => (each.in === 'query' ? each.name : []))
      return { path, method: method.toUpperCase(), operation, parameters }
    }),
  )
}

/** The value with references replaced. */
function resolved(document: JsonObject, value: unknown, depth = 0): unknown {
  if (depth > 14 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => resolved(document, each, depth + 1))
  const { $ref } = value as { $ref?: string }
  if ($ref) return resolved(document, resolvePointer(document, $ref.slice(1))?.value, depth + 1)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolved(document, each, depth + 1)]),
  )
}
