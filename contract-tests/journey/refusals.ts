import { type JourneyStep, type Malformed, REQUIRED } from '../evidence/steps.ts'
import type { Json } from '../http/reading.ts'
import type { Runner } from './runner.ts'

/** Values of another type than §2 states, which no server could convert. */
export const WRONG_TYPES: [member: (typeof REQUIRED)[number] | 'settings', value: unknown][] = [
  ['name', { text: 'a name' }],
  ['type', { value: 'serp' }],
  ['keywords', 7],
  ['keywords', [{ keyword: 'no string' }]],
  ['frequency', { every: 'day' }],
  ['settings', 7],
]

/** Bodies that cannot be a campaign, with the mark of the run if possible. */
export const MALFORMED: [label: Malformed, body: (mark: string) => string][] = [
  [
    'cut off',
    (mark) => `{"name": "${mark} cut off", "type": "serp", "keywords": ["a"], "frequency": "daily"`,
  ],
  ['no JSON', (mark) => `name=${mark}&type=serp&keywords=a&frequency=daily`],
  ['a list', () => '[]'],
  ['an empty object', () => '{}'],
]

/** Sends requests that must be refused. */
export async function provokeRefusals(runner: Runner): Promise<void> {
  const create = (
    step: JourneyStep,
    more: { body?: unknown; rawBody?: string; contentType?: string },
  ) => runner.askMain(step, 'createCampaign', more)

  for (const member of REQUIRED) {
    const body: Json = { ...runner.body(`without ${member}`) }
    delete body[member]
    await create(`without:${member}`, { body })
  }
  for (const [index, [member, value]] of WRONG_TYPES.entries()) {
    await create(`wrong type:${index}`, {
      body: { ...runner.body(`wrong ${member}`), [member]: value },
    })
  }
  for (const [label, body] of MALFORMED) {
    await create(`malformed:${label}`, { rawBody: body(runner.settings.runId) })
  }
  // A server may accept a word as a list of one; checks compare what it then shows with §2.
  await create('keywords as text', {
    body: { ...runner.body('keywords as text'), keywords: `${runner.settings.runId} text` },
  })
  await create('other content type', {
    rawBody: JSON.stringify(runner.body('as text')),
    contentType: 'text/plain',
  })

  const { first } = runner.mine
  if (first) {
    await runner.askMain('malformed:update', 'updateCampaign', {
      id: first.id,
      rawBody: `{"name": "${first.body.name} cut`,
    })
  }
}

/** Asks for a campaign, a path and a method that do not exist, and logs in without a user. */
export async function askForNothing(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  const own = evidence.own.second ?? evidence.own.first
  if (own) {
    // Only reads, in case the id exists by chance.
    const id = `${own.id}-${settings.runId}`
    for (const operation of ['getCampaign', 'getCampaignAnalytics'] as const) {
      await runner.askMain(`unknown:${operation}`, operation, { id })
    }
  }
  await runner.ask('unknown path', 'main', { method: 'GET', path: `/${settings.runId}` })
  await runner.askMain('unknown parameter', 'listCampaigns', { query: `${settings.runId}=1` })
  if (settings.readOnly) return
  await runner.ask('wrong method', 'main', { method: 'PATCH', path: '/campaigns', body: {} })
  await runner.askMain('login', 'login', { body: {} })
}
