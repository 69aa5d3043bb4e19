const BOTH = ['createCampaign', 'updateCampaign']
const ON_CAMPAIGN = ['getCampaign', 'updateCampaign', 'deleteCampaign', 'getCampaignAnalytics']
const OPERATION = /^[a-z]+[A-Z]\w+$|^log(in|out)$/

const of = (operations: string[], ...kinds: string[]) =>
  operations.flatMap((operation) => kinds.map((kind) => `${operation}:${kind}`))

/** Kinds of failures that some requests alone show. */
const OF_FAILURES: Record<string, string[]> = {
  'unknown path': ['unknown path'],
  'wrong method': ['wrong method'],
  'unsupported media type': of(BOTH, 'content type'),
  'malformed id': of(ON_CAMPAIGN, 'malformed id'),
}

const INPUTS = ['answer', 'partly', 'replaces', 'content type', 'types', 'unknown members']
const VALUES = ['type', 'frequency', 'device', 'search_engine'].map((name) => `values of ${name}`)
const LIST = ['answer', 'permission', 'paging', 'page bounds', 'filters']

/** The requests that each entry of `x-not-learned` is about, by its subject. */
const TOPICS: [what: RegExp, topics: (...parts: string[]) => string[]][] = [
  [/^the details of /, () => ['details:']],
  [/^([\w-]+) of \d+ /, (header) => [`header:${header.toLowerCase()}`]],
  [/^the refusal of a restricted key$/, () => ['permission']],
  [
    /^the refusal of invalid input$/,
    () => ['createCampaign:required', ...of(BOTH, 'types', 'body')],
  ],
  [/^the refusal of a body that is no JSON$/, () => of(BOTH, 'body')],
  [/^the refusal of a wrong method$/, () => ['wrong method', 'wrong method:anonymous']],
  [/^the refusal of a content type$/, () => ['createCampaign:content type']],
  [
    /^"([a-z ]+)"(?: returns .*?)?(?: on (\w+))?$/,
    (kind, operation) => [
      ...(operation ? [`${operation}:${kind.replaceAll(' ', '_')}`] : []),
      ...(OF_FAILURES[kind] ?? []),
    ],
  ],
  [/^what is refused first/, () => ['unknown path:anonymous', 'wrong method:anonymous']],
  [/^whether a PUT removes/, () => of(['updateCampaign'], 'replaces', 'partly')],
  [/^the effect of another content type$/, () => of(BOTH, 'content type')],
  [/^the Location of/, () => ['header:location']],
  [/^whether (\w+) needs/, (operation) => of([operation], 'answer', 'permission')],
  [/^the effect of unknown members/, () => of(BOTH, 'unknown members')],
  [/^the effect of an update without|^a campaign without a name/, () => ['updateCampaign:partly']],
  [/^a login without a user$/, () => ['login:answer']],
  [/^a body that is a list or empty$/, () => ['createCampaign:body']],
  [
    /^the settings of a create$/,
    () => [
      ...of(['createCampaign'], ...INPUTS, 'lengths', 'number of keywords', ...VALUES),
      ...of(['updateCampaign'], ...INPUTS),
      'getCampaign:answer',
    ],
  ],
  [
    /^the members of an update$/,
    () => of(['updateCampaign'], ...INPUTS, 'malformed id', 'unknown', 'body'),
  ],
  [
    /^the inputs of (\w+)$/,
    (operation) => of([operation], 'answer', 'permission', 'malformed id', 'filters'),
  ],
  [/^the values of (\w+)$/, (name) => of(BOTH, `values of ${name}`)],
  [/^the values of (\w+) that a create/, (name) => [`createCampaign:values of ${name}`]],
  [/^the longest name$/, () => of(BOTH, 'lengths')],
  [/^(an empty|whether) (name|keywords)\b/, () => of(BOTH, 'empty texts')],
  [/^mentions of a brand/, () => of(['getMentions'], 'answer', 'permission')],
  [
    /^values of filters/,
    () => of(['getRankings', 'getMentions', 'generateReport', 'listCampaigns'], 'filters'),
  ],
  [
    /^an unknown campaign_id in a query/,
    () => [...of(['getRankings', 'generateReport'], 'malformed id'), 'generateReport:required'],
  ],
  [
    /^other operations with a restricted key$/,
    () =>
      of(
        [
          ...['getDashboards', 'getIntelligenceOverview', 'getMentions', 'getCampaignAnalytics'],
          ...['generateReport', 'exportCsv', 'getCurrentUser'],
        ],
        'permission',
      ),
  ],
  [/^an empty body$/, () => ['createCampaign:empty body']],
  [/^the number of keywords$/, () => ['createCampaign:number of keywords']],
  [/^null in place of an input/, () => of(['createCampaign'], 'null', 'blank texts')],
  [/^HEAD, OPTIONS/, () => ['HEAD', 'OPTIONS', 'trailing slash']],
  [/^the rows of (\w+)$/, (operation) => of([operation], 'answer', 'permission')],
  [/^the responses of (\w+)$/, (operation) => of([operation], ...LIST)],
  [/^an X-RateLimit-Reset of 0$/, () => ['header:x-ratelimit-reset']],
  [/^the Content-Type of a success$/, () => ['header:content-type']],
  [/^the columns of the CSV file/, () => ['exportCsv:answer']],
  [
    /^what the restricted key sees$/,
    () => of(['listCampaigns', 'getCampaign', 'getRankings'], 'permission'),
  ],
  [/^an empty list of (\w+)$/, (operation) => of([operation], ...LIST)],
  [
    /^the link to the next page of (\w+)$/,
    (operation) => ['header:link', ...of([operation], 'paging')],
  ],
  [/^data\..* of (\w+)$/, (operation) => of([operation], 'answer')],
  [/^data\[\]\..* of (\w+)$/, (operation) => of([operation], 'answer', 'permission')],
  [/^the paging of (\w+)$/, (operation) => of([operation], 'paging', 'page bounds')],
  [/^(?:sizes and positions|pages|the largest page) of (\w+)/, (name) => of([name], 'page bounds')],
  [OPERATION, (operation) => of([operation], 'answer')],
  [/^createCampaign$/, () => ['header:location']],
]

/** `listCampaigns:paging` for `the paging of listCampaigns`; a topic without an operation is about all of them. */
export function topicsOf(what: string): string[] {
  return TOPICS.flatMap(([pattern, topics]) => {
    const [whole, ...parts] = pattern.exec(what) ?? []
    if (whole === undefined) return []
    return topics(...(parts.length > 0 ? parts : [whole]))
  })
}

/** Whether a topic is about the requests of another: `permission` about `getCampaign:permission`. */
export function isAbout(topic: string, of: string): boolean {
  return topic === of || (topic === 'permission' && of.endsWith(':permission'))
}
