import type { Json } from '../support/reading.ts'
import type { Traveller } from './traveller.ts'

/** Members of a campaign that are required (§2). */
export const REQUIRED = ['name', 'type', 'keywords', 'frequency'] as const

/** Values of another type than §2 states, so far off that no server could read them as meant. */
export const WRONG_TYPES: [member: string, value: unknown][] = [
  ['name', { text: 'a name' }],
  ['type', { value: 'serp' }],
  ['keywords', 7],
  ['keywords', [{ keyword: 'no string' }]],
  ['frequency', { every: 'day' }],
  ['settings', 7],
]

/** Bodies that are no campaign by any reading, with the mark of the run where one fits. */
export const MALFORMED: [label: string, body: (mark: string) => string][] = [
  [
    'cut off',
    (mark) => `{"name": "${mark} cut off", "type": "serp", "keywords": ["a"], "frequency": "daily"`,
  ],
  ['no JSON', (mark) => `name=${mark}&type=serp&keywords=a&frequency=daily`],
  ['a list', () => '[]'],
  ['an empty object', () => '{}'],
]

/** Sends what must be refused, then looks whether any of it happened. */
export async function provokeRefusals(traveller: Traveller): Promise<void> {
  const create = (step: string, more: { body?: unknown; rawBody?: string; contentType?: string }) =>
    traveller.ask(step, 'main', traveller.call('createCampaign', more))

  for (const member of REQUIRED) {
    const body: Json = { ...traveller.body(`without ${member}`) }
    delete body[member]
    await create(`without:${member}`, { body })
  }
  for (const [index, [member, value]] of WRONG_TYPES.entries()) {
    await create(`wrong type:${index}`, {
      body: { ...traveller.body(`wrong ${member}`), [member]: value },
    })
  }
  for (const [label, body] of MALFORMED) {
    await create(`malformed:${label}`, { rawBody: body(traveller.settings.runId) })
  }
  // A server may take one word for a list of one; what it then shows is held against §2.
  await create('keywords as text', {
    body: { ...traveller.body('keywords as text'), keywords: `${traveller.settings.runId} text` },
  })
  await create('other content type', {
    rawBody: JSON.stringify(traveller.body('as text')),
    contentType: 'text/plain',
  })

  const { first } = traveller.mine
  if (first) {
    await traveller.ask(
      'malformed:update',
      'main',
      traveller.call('updateCampaign', {
        id: first.id,
        rawBody: `{"name": "${first.body.name} cut`,
      }),
    )
  }
}

/** Asks for what does not exist: a campaign, a path, a method; and logs in as nobody. */
export async function askForNothing(traveller: Traveller): Promise<void> {
  const { evidence, settings } = traveller
  const own = evidence.own.second ?? evidence.own.first
  if (own) {
    // Read only: were it by chance the id of somebody's campaign, nothing must come to it.
    const id = `${own.id}-${settings.runId}`
    for (const operation of ['getCampaign', 'getCampaignAnalytics']) {
      await traveller.ask(`unknown:${operation}`, 'main', traveller.call(operation, { id }))
    }
  }
  await traveller.ask('unknown path', 'main', { method: 'GET', path: `/${settings.runId}` })
  await traveller.ask(
    'unknown parameter',
    'main',
    traveller.call('listCampaigns', { query: `${settings.runId}=1` }),
  )
  if (settings.readOnly) return
  await traveller.ask('wrong method', 'main', { method: 'PATCH', path: '/campaigns', body: {} })
  await traveller.ask('login', 'main', traveller.call('login', { body: {} }))
}
