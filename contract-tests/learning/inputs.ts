import { CHOICES, type Choice, type Situation } from '../evidence/situations.ts'
import { LISTS, REQUIRED } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, campaignOf, isObject, refused, rowsOf, succeeded } from '../http/reading.ts'
import { LONG } from '../journey/probes.ts'
import { answerTo, bySituation, usualAnswer } from '../observations/situations.ts'
import { nodeAt, operationPointer, operations } from '../specification/documents.ts'
import {
  type Change,
  FEWEST,
  type Learned,
  learnAgreed,
  learned,
  nothing,
  operationPath,
  together,
  unlearned,
} from './lesson.ts'
import type { Seen } from './seen.ts'

const OPEN = '§2 shows the inputs, and neither their values nor their bounds.'
const INPUT = '$.components.schemas.CampaignInput'
const UPDATE = '$.components.schemas.CampaignUpdate'
const BOTH = ['createCampaign', 'updateCampaign']

const topicsOf = (topic: string) => BOTH.map((operation) => `${operation}:${topic}`)

/** The inputs that a server requires and accepts, as far as a run tries them. */
export function learnInputs(seen: Seen): Learned {
  return together([
    learnOptional(seen, 'getRankings', 'campaign_id'),
    learnOptional(seen, 'getMentions', 'brand'),
    learnNeeded(seen, 'exportCsv', 'campaign_id'),
    learnUnknownMembers(seen),
    learnEmptyUpdate(seen),
    learnLogin(seen),
    ...CHOICES.map((name) => learnChoices(seen, name)),
    learnOtherBodies(seen),
    learnRefusedInputs(seen),
    learnLength(seen),
    learnEmpty(seen),
    listBrandedMentions(seen),
    ...untriedInputs(seen),
  ])
}

function parametersOf(seen: Seen, operation: string, name: string) {
  const place = operations.find((each) => each.operation === operation)
  if (!place) return undefined
  const node = nodeAt(seen.document, operationPointer(place))
  const all =
    isObject(node) && Array.isArray(node.parameters) ? node.parameters.filter(isObject) : []
  const own = all.map((parameter) => {
    const { $ref } = parameter
    const declared = typeof $ref === 'string' ? nodeAt(seen.document, $ref) : parameter
    return { $ref, declared: isObject(declared) ? declared : {} }
  })
  const found = own.find(({ declared }) => declared.name === name)
  return found && { ...found, target: operationPath(place) }
}

/** A list that answers without an input that we require. */
function learnOptional(seen: Seen, operation: string, name: string): Learned {
  const parameter = parametersOf(seen, operation, name)
  if (!parameter) return nothing()
  const bare = seen
    .successes(operation)
    .filter(({ url }) => !new URL(url).searchParams.has(name))
    .map((exchange) => ({ value: false, exchange }))
  const refusals = seen
    .refusals()
    .filter((each) => each.credential === 'main' && each.operation === operation)
    .filter(({ url }) => new URL(url).search === '')
    .map((exchange) => ({ value: true, exchange }))
  return learnAgreed(
    [...bare, ...refusals],
    `whether ${operation} needs ${name}`,
    (isRequired) => requiredAs(parameter, operation, name, isRequired),
    [`${operation}:answer`, `${operation}:permission`],
  )
}

type Parameter = NonNullable<ReturnType<typeof parametersOf>>

function requiredAs(
  { $ref, declared, target }: Parameter,
  operation: string,
  name: string,
  required: boolean,
) {
  if ((declared.required === true) === required) return undefined
  const selector = $ref === undefined ? `@.name == '${name}'` : `@['$ref'] == '${$ref}'`
  const verb = required ? 'needs' : 'does not need'
  return {
    open: '§4 does not define which inputs are required.',
    seen: `${operation} ${verb} ${name}`,
    changes: [
      { target: `${target}.parameters[?${selector}]`, remove: true },
      { target, update: { parameters: [{ ...declared, required }] } },
    ] as Change[],
  }
}

/** A file that is refused without an input that we do not require. */
function learnNeeded(seen: Seen, operation: string, name: string): Learned {
  const parameter = parametersOf(seen, operation, name)
  if (!parameter) return nothing()
  const own = seen.evidence.of('main').filter((each) => each.operation === operation)
  const bare = own.filter(({ url }) => !new URL(url).searchParams.has(name)).filter(refused)
  const given = own.filter(({ url }) => new URL(url).searchParams.has(name)).filter(succeeded)
  const [first] = bare
  if (!first || given.length < FEWEST) return nothing()
  const found = requiredAs(parameter, operation, name, true)
  return found ? learned({ ...found, samples: [first, ...given] }) : nothing()
}

function learnUnknownMembers(seen: Seen): Learned {
  const samples = seen.evidence.tried('unknown member').map((exchange) => ({
    value: succeeded(exchange) ? ('ignored' as const) : ('refused' as const),
    exchange,
  }))
  const what = 'the effect of unknown members of a campaign'
  const topics = topicsOf('unknown members')
  if (samples.length === 0) return untried(seen, what, topics)
  return learnAgreed(
    samples,
    what,
    (value) => {
      const known = nodeAt(seen.document, '#/components/schemas/CampaignInput/additionalProperties')
      if ((value === 'refused') === (known === false)) return undefined
      const update = { additionalProperties: value !== 'refused' }
      return {
        open: OPEN,
        seen: `an unknown member of a campaign is ${value}`,
        changes: [INPUT, UPDATE].map((target) => ({ target, update })),
      }
    },
    topics,
  )
}

function learnEmptyUpdate(seen: Seen): Learned {
  const samples = seen.evidence
    .tried('empty update')
    .map((exchange) => ({ value: succeeded(exchange), exchange }))
  const what = 'the effect of an update without members'
  const topics = ['updateCampaign:partly']
  if (samples.length === 0) return untried(seen, what, topics)
  const pointer = '#/components/schemas/CampaignUpdate'
  const isRefused = ['minProperties', 'required'].some(
    (name) => nodeAt(seen.document, `${pointer}/${name}`) !== undefined,
  )
  return learnAgreed(
    samples,
    what,
    (isAccepted) => {
      if (isAccepted !== isRefused) return undefined
      return isAccepted
        ? {
            open: OPEN,
            seen: 'an update without members is accepted',
            changes: [{ target: `${UPDATE}.minProperties`, remove: true }],
          }
        : {
            open: OPEN,
            seen: 'an update without members is refused',
            changes: [{ target: UPDATE, update: { minProperties: 1 } }],
          }
    },
    topics,
  )
}

/** The sandbox logs in the users of its fixture only. */
function learnLogin(seen: Seen): Learned {
  const isBare = ({ requestBody = '{}' }: Exchange) => /^\s*(\{\s*\})?\s*$/.test(requestBody)
  if (!seen.successes('login').some(isBare)) return nothing()
  const why = 'the server accepts it, and the sandbox cannot'
  return unlearned('a login without a user', why, ['login:answer'])
}

/** Bodies that are no objects, which the sandbox refuses as any invalid input. */
function learnOtherBodies(seen: Seen): Learned {
  const answers = bySituation(seen.evidence, seen.refusals()).get('invalid_input') ?? []
  if (answers.length === 0) return nothing()
  const usual = usualAnswer(answers)
  const other = seen.evidence.tried('no campaign as body').find((each) => answerTo(each) !== usual)
  if (!other) return nothing()
  const why = 'the server refuses it in another way than invalid input, and the sandbox cannot'
  return unlearned('a body that is a list or empty', why, ['createCampaign:body'])
}

/** Inputs that a server refuses, so that what depends on them is unknown. */
function learnRefusedInputs({ evidence }: Seen): Learned {
  const isRefused = (situation: Situation) => {
    const tried = evidence.tried(situation)
    return tried.length > 0 && tried.every(refused)
  }
  const why = 'the server refused them, and the reason is unknown'
  const all = (operation: string, topics: string[]) => topics.map((each) => `${operation}:${each}`)
  const campaign = ['answer', 'partly', 'replaces', 'content type', 'types', 'unknown members']
  const cases: [isSo: boolean, what: string, topics: string[]][] = [
    [
      isRefused('whole create'),
      'the settings of a create',
      [
        ...all('createCampaign', [
          ...campaign,
          'lengths',
          'number of keywords',
          'values of type',
          'values of frequency',
          'values of device',
          'values of search_engine',
        ]),
        ...all('updateCampaign', campaign),
        'getCampaign:answer',
      ],
    ],
    [
      isRefused('whole update'),
      'the members of an update',
      all('updateCampaign', [...campaign, 'malformed id', 'unknown', 'body']),
    ],
    [
      isRefused('rankings of a campaign'),
      'the inputs of getRankings',
      all('getRankings', ['answer', 'permission', 'malformed id', 'filters']),
    ],
    [
      isRefused('filtered mentions'),
      'the inputs of getMentions',
      all('getMentions', ['answer', 'permission', 'filters']),
    ],
  ]
  return together(
    cases.flatMap(([isSo, what, topics]) => (isSo ? [unlearned(what, why, topics)] : [])),
  )
}

/** Mentions are read without a brand, or with a brand and a date. */
function listBrandedMentions(seen: Seen): Learned {
  const lists = seen.successes('getMentions')
  const isBare = lists.some(({ url }) => !new URL(url).searchParams.has('brand'))
  if (lists.length === 0 || isBare) return nothing()
  const topics = ['getMentions:answer', 'getMentions:permission']
  return unlearned('mentions of a brand, without a date', NOT_TRIED, topics)
}

/** Values of a member: those that were accepted, or those that a refusal lists. */
function learnChoices(seen: Seen, name: Choice): Learned {
  const tried = seen.evidence.tried(`value of ${name}`)
  const exchange = tried.find(succeeded) ?? tried[0]
  const topics = topicsOf(`values of ${name}`)
  const what = `the values of ${name}`
  if (!exchange) return untried(seen, what, topics)
  if (succeeded(exchange)) {
    const why = 'an update accepted an unknown one, and no create was tried'
    return unlearned(`${what} that a create accepts`, why, [`createCampaign:values of ${name}`])
  }
  const [unknown] = valuesIn(exchange.requestBody, name)
  const accepted = acceptedValues(seen, name)
  if (accepted.length === 0) return unlearned(what, 'no value was accepted', topics)
  if (unknown !== undefined && accepted.includes(unknown)) {
    return unlearned(what, `${unknown} is accepted as well as refused`, topics)
  }
  const listed = listedValues(exchange, accepted)
  const values = [...new Set([...accepted, ...listed])].sort()
  const isSetting = name === 'device' || name === 'search_engine'
  const schema = isSetting ? '$.components.schemas.CampaignSettings' : INPUT
  const known = nodeAt(
    seen.document,
    `#/components/schemas/${schema.split('.').at(-1)}/properties/${name}/enum`,
  )
  if (JSON.stringify(known) === JSON.stringify(values)) return nothing()
  const target = `${schema}.properties['${name}']`
  const lesson = learned({
    open: OPEN,
    seen: `${name} is one of ${values.join(', ')}; ${unknown} is refused`,
    changes: [
      ...(known === undefined ? [] : [{ target: `${target}.enum`, remove: true as const }]),
      { target, update: { enum: values } },
    ],
    samples: [exchange, ...seen.successes('createCampaign')],
  })
  if (listed.length > 0) return lesson
  return together([lesson, unlearned(`other values of ${name}`, 'the refusal lists no values', [])])
}

function acceptedValues(seen: Seen, name: string): string[] {
  const sent = ['createCampaign', 'updateCampaign']
    .flatMap((operation) => seen.successes(operation))
    .flatMap(({ requestBody }) => valuesIn(requestBody, name))
  const shown = seen
    .successes('listCampaigns')
    .flatMap(({ response }) => valuesIn(response?.text, name))
  return [...new Set([...sent, ...shown])]
}

function valuesIn(text: string | undefined, name: string): string[] {
  const pattern = new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,40})"`, 'g')
  return [...(text ?? '').matchAll(pattern)].map(([, value]) => value as string)
}

/** The values that a refusal lists: words in a row, of which one was accepted. */
function listedValues(exchange: Exchange, accepted: string[]): string[] {
  const error = bodyOf(exchange)?.error
  const lists = [...stringsIn(error).flatMap(wordLists), ...arraysIn(error)]
  return lists.find((list) => list.some((word) => accepted.includes(word))) ?? []
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

function arraysIn(value: unknown): string[][] {
  if (Array.isArray(value)) {
    const isWords = value.every((each) => typeof each === 'string' && /^[\w-]{1,40}$/.test(each))
    return isWords ? [value as string[]] : value.flatMap(arraysIn)
  }
  return isObject(value) ? Object.values(value).flatMap(arraysIn) : []
}

/** `serp, chat or both`, with or without quotes and brackets. */
function wordLists(text: string): string[][] {
  const word = `["'\`]?[\\w-]{1,40}["'\`]?`
  const pattern = new RegExp(`${word}(?:\\s*(?:,|\\||/|,?\\s+or|,?\\s+and)\\s*${word})+`, 'g')
  return [...text.matchAll(pattern)].map(([list]) =>
    list
      .split(/\s*(?:,|\||\/|\s+or\s+|\s+and\s+)\s*/)
      .map((each) => each.replace(/^or\s+|["'`]/g, '')),
  )
}

/** The longest name: the longest that was accepted, if one character more was refused. */
function learnLength(seen: Seen): Learned {
  const topics = topicsOf('lengths')
  const what = 'the longest name'
  const tried = seen.evidence.situations.flatMap(([situation, exchange]) => {
    const [, length] = /^name of (\d+)$/.exec(situation) ?? []
    return length ? [{ length: Number(length), exchange }] : []
  })
  if (tried.length === 0) return untried(seen, what, topics)
  const [fits, refusals] = [
    tried.filter(({ exchange }) => succeeded(exchange)).map(({ length }) => length),
    tried.filter(({ exchange }) => refused(exchange)).map(({ length }) => length),
  ]
  const most = Math.max(0, ...fits)
  const least = Math.min(Number.POSITIVE_INFINITY, ...refusals)
  const known = nodeAt(
    seen.document,
    '#/components/schemas/CampaignInput/properties/name/maxLength',
  )
  const isUnlimited = refusals.length === 0 && most >= Math.max(...LONG)
  if (!isUnlimited && refusals.length === 0) return untried(seen, what, topics)
  if (!isUnlimited && least !== most + 1) {
    const why = `names of ${most} are accepted and names of ${least} refused; the limit is between`
    return unlearned(what, why, topics)
  }
  const maxLength = isUnlimited ? 100_000 : most
  if (known === maxLength) return nothing()
  const target = `${INPUT}.properties.name`
  return learned({
    open: OPEN,
    seen: isUnlimited
      ? `a name of ${most} characters is accepted`
      : `a name has at most ${most} characters`,
    changes: [{ target, update: { maxLength } }],
    samples: tried.map(({ exchange }) => exchange),
  })
}

/** The sandbox refuses empty texts, and cannot accept them. */
function learnEmpty(seen: Seen): Learned {
  return together(
    (['name', 'keywords'] as const).map((name) => {
      const tried = seen.evidence.tried(`empty ${name}`)
      const what = `whether ${name} may be empty`
      if (tried.length === 0) return untried(seen, what, topicsOf('empty texts'))
      if (tried.every(refused)) return nothing()
      const why = 'the server accepts it, and the sandbox cannot'
      return unlearned(`an empty ${name}`, why, topicsOf('empty texts'))
    }),
  )
}

function untried(seen: Seen, what: string, topics: string[]): Learned {
  const isRefused = seen.evidence.tried('whole update').some(refused)
  const why = isRefused ? 'the server refuses the update that would show it' : seen.untried
  return unlearned(what, why, topics)
}

const NOT_TRIED = 'a run does not try it'

/** Inputs that no request of a run tries, and operations of which nothing is known. */
function untriedInputs(seen: Seen): Learned[] {
  const why = NOT_TRIED
  const sparse = LISTS.filter((operation) => {
    const pages = seen.successes(operation)
    return pages.length > 0 && pages.filter((each) => rowsOf(each)?.length).length < FEWEST
  })
  const filters = ['getRankings', 'getMentions', 'generateReport', 'listCampaigns']
  const silent = operations.filter(({ operation }) => seen.successes(operation).length === 0)
  const bodies = [...seen.successes('createCampaign')].some((each) => isObject(campaignOf(each)))
  return [
    unlearned(
      'values of filters (dates, keywords, platforms, formats), and searches',
      why,
      filters.map((operation) => `${operation}:filters`),
    ),
    unlearned('an unknown campaign_id in a query, and a report without one', why, [
      'getRankings:malformed id',
      'generateReport:malformed id',
      'generateReport:required',
    ]),
    unlearned(
      'other operations with a restricted key',
      why,
      [
        ...['getDashboards', 'getIntelligenceOverview', 'getMentions', 'getCampaignAnalytics'],
        ...['generateReport', 'exportCsv', 'getCurrentUser'],
      ].map((operation) => `${operation}:permission`),
    ),
    unlearned('an empty body', why, ['createCampaign:empty body']),
    unlearned('the number of keywords', why, ['createCampaign:number of keywords']),
    unlearned('null in place of an input, blank texts', why, [
      'createCampaign:null',
      'createCampaign:blank texts',
    ]),
    unlearned('HEAD, OPTIONS and a slash at the end of a path', why, [
      'HEAD',
      'OPTIONS',
      'trailing slash',
    ]),
    ...sparse.map((operation) =>
      unlearned(`the rows of ${operation}`, 'fewer than two responses have rows', [
        `${operation}:answer`,
        `${operation}:permission`,
      ]),
    ),
    ...silent.map(({ operation }) =>
      unlearned(`the responses of ${operation}`, 'no request of the run succeeded', [
        ...['answer', 'permission', 'paging', 'page bounds', 'filters'].map(
          (topic) => `${operation}:${topic}`,
        ),
        ...(bodies ? [] : REQUIRED.map((name) => `${operation}:${name}`)),
      ]),
    ),
  ]
}
