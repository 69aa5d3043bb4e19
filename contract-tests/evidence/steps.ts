import type { operations } from '../../spec/generated/api.ts'

/** An operationId of the document. */
export type OperationId = keyof operations

/** Credentials that must be refused. */
export type Stranger = 'anonymous' | 'misspelled' | 'revoked'

/** Ways to send a key that §5 does not describe. */
export type Misplaced =
  | 'in the query'
  | 'in other headers'
  | 'in a cookie'
  | 'no scheme'
  | 'other scheme'
  | 'Basic'

/** Members of a campaign that are required (§2). */
export const REQUIRED = ['name', 'type', 'keywords', 'frequency'] as const
type Required = (typeof REQUIRED)[number]

/** Settings of a campaign (§2). */
export type Setting = 'location' | 'device' | 'search_engine'

/** Lists whose paging is observed. */
export const LISTS = ['listCampaigns', 'getRankings', 'getMentions'] as const
export type ListOperation = (typeof LISTS)[number]

/** Bodies that cannot be a campaign. */
export type Malformed = 'cut off' | 'no JSON' | 'a list' | 'an empty object'

/** Operations that take the id of a campaign. */
export type OnCampaign =
  | 'getCampaign'
  | 'getCampaignAnalytics'
  | 'updateCampaign'
  | 'deleteCampaign'

/** Operations that a run reads with the main key; each is the name of a step. */
export const READS = [
  'getDashboards',
  'getIntelligenceOverview',
  'getCurrentUser',
  'getCampaignAnalytics',
  'generateReport',
  'exportCsv',
  'getRankings',
  'getMentions',
] as const

type Once =
  | 'verify'
  | 'verify:again'
  | (typeof READS)[number]
  | 'login'
  | 'logout'
  | 'unknown path'
  | 'unknown parameter'
  | 'wrong method'
  | `doubtful type:${string}`
  | 'other content type'
  | `list:${'before' | 'ids' | 'created' | 'after refusals' | 'updated' | 'deleted'}`
  | `create:${'first' | 'second' | `with ${Setting | 'empty settings'}`}`
  | `create:${'plainer' | 'second alone' | 'like first' | 'without settings' | 'plain again'}`
  | 'create:after delete'
  | `get:${'first' | 'second' | 'updated' | 'updated again' | 'untouched' | 'partly updated'}`
  | `get:${'updated still' | 'renamed' | 'kept' | 'after refusals' | 'after strangers' | 'unlisted'}`
  | 'update'
  | 'update:again'
  | 'update:partly'
  | 'update:renamed'
  | 'delete'
  | 'delete:second'
  | `deleted:${OnCampaign | 'getCampaign again' | 'second'}`
  | `unknown:${OnCampaign}`
  | `without:${Required}`
  | `wrong type:${number}`
  | `malformed:${Malformed | 'update'}`
  | `refused:update${'' | `:${string}`}`
  | 'report without campaign'
  | `${'large' | 'long header' | 'HEAD' | 'OPTIONS'}`
  | `rankings:${'own' | 'some' | 'start' | 'end' | 'page' | `keywords${ListForm}` | 'keyword'}`
  | `mentions:${'brand' | 'known' | `filtered${ListForm}`}`
  | `${Stranger}:${OperationId}`
  | 'anonymous:empty'
  | `misplaced:${Misplaced}${'' | `:${OperationId}`}`
  | `other:${'verifyToken' | 'listCampaigns' | OnCampaign | 'getRankings' | 'all rankings' | 'generateReport'}`
  | `restricted:${OperationId | 'verify'}`
  | 'logout:verify'
  | `limited:${'first' | 'again' | 'last' | 'createCampaign'}`

/** The name of a request of the journey. A misspelt step does not compile. */
export type JourneyStep =
  | Once
  | `again:${Once}`
  | `rankings:of ${string}`
  | `pages:${'needed' | 'all' | 'none' | 'some' | 'end' | 'deleted' | number}`
  | `pages:${'next' | 'deleted' | 'refused'} ${number}`
  | `probe:${string}`

/** Usual forms of a list in a query: repeated, with brackets, with commas, with bars, as JSON. */
export const LIST_FORMS = ['', '[]', ',', '|', 'JSON'] as const
export type ListForm = (typeof LIST_FORMS)[number]

/** Pages after the requests that must be refused: with the campaigns of the run, and the next one. */
export const REFUSED_PAGES = ['pages:refused 1', 'pages:refused 2'] as const

/** Groups of steps: `revoked` for `revoked:logout` and others. */
export type StepGroup = JourneyStep extends infer Step
  ? Step extends `${infer Group}:${string}`
    ? Group
    : never
  : never

/** Members of a campaign that may have few values. */
export const CHOICES = ['type', 'frequency', 'device', 'search_engine'] as const
export type Choice = (typeof CHOICES)[number]

/** A situation that a request tries where the specification is silent, however the server responds. */
export type Situation =
  | 'invalid input'
  | 'malformed body'
  | 'no campaign as body'
  | 'deleted campaign'
  | 'malformed id'
  | 'unknown path'
  | 'wrong method'
  | 'other content type'
  | 'unknown parameter'
  | 'unknown member'
  | 'empty update'
  | 'whole create'
  | 'whole update'
  | 'rankings of a campaign'
  | 'filtered mentions'
  | 'path without a key'
  | 'method without a key'
  | 'campaign of the main key'
  | `value of ${Choice}`
  | `empty ${'name' | 'keywords'}`
  | `name of ${number}`

const OF_STEP: Partial<Record<JourneyStep, Situation>> = {
  'malformed:cut off': 'malformed body',
  'malformed:no JSON': 'malformed body',
  'malformed:update': 'malformed body',
  'malformed:a list': 'no campaign as body',
  'malformed:an empty object': 'no campaign as body',
  'unknown path': 'unknown path',
  'wrong method': 'wrong method',
  'other content type': 'other content type',
  'unknown parameter': 'unknown parameter',
  'create:first': 'whole create',
  update: 'whole update',
  'rankings:own': 'rankings of a campaign',
  'mentions:filtered': 'filtered mentions',
  'probe:anonymous path': 'path without a key',
  'probe:anonymous method': 'method without a key',
  'restricted:getCampaign': 'campaign of the main key',
  'probe:value:type': 'value of type',
  'probe:value:frequency': 'value of frequency',
  'probe:value:device': 'value of device',
  'probe:value:search_engine': 'value of search_engine',
  'probe:empty:name': 'empty name',
  'probe:empty:keywords': 'empty keywords',
}

/** The situation of all steps that begin like this. */
const OF_STEPS: [beginning: StepGroup | JourneyStep, Situation][] = [
  ['without', 'invalid input'],
  ['wrong type', 'invalid input'],
  ['deleted', 'deleted campaign'],
  ['probe:malformed id', 'malformed id'],
  ['probe:unknown member', 'unknown member'],
  ['probe:empty update', 'empty update'],
]

/** The situation that a step of the journey tries; a repeated one tries the same. */
export function situationOfStep(step: JourneyStep): Situation | undefined {
  const once = step.replace(/^again:/, '') as JourneyStep
  const [, length] = /^probe:length:(\d+)$/.exec(once) ?? []
  if (length !== undefined) return `name of ${Number(length)}`
  const ofSteps = OF_STEPS.find(([beginning]) => once.startsWith(`${beginning}:`))
  return OF_STEP[once] ?? ofSteps?.[1]
}
