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
