import { REQUIRED } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, errorCode, isObject, type Json, refused, succeeded } from '../http/reading.ts'
import {
  resetSamples,
  type Sample,
  type UpdateSemantics,
  unknownParameterSamples,
  updateSamples,
  updatesWithoutSettings,
} from '../observations/samples.ts'
import { nodeAt, operationPointer, operations } from '../specification/documents.ts'
import {
  type Change,
  FEWEST,
  type Learned,
  learnAgreed,
  operationPath,
  type Seen,
  unlearned,
} from './lesson.ts'

/** A point that the specification leaves open, and how a server's answers decide it. */
interface Point<Value> {
  what: string
  /** The sentence that says what is left open, with its section. */
  open: string
  /** What each exchange shows about it. */
  samples(seen: Seen): Sample<Value>[]
  /** Whether the document says so already. */
  isKnown(value: Value, seen: Seen): boolean
  /** The observed behaviour, as a clause. */
  says(value: Value): string
  changes(value: Value, seen: Seen): Change[]
  /** Why the samples, or no sample, do not decide it; without it, no sample goes without a word. */
  doubt?(seen: Seen, samples: Sample<Value>[]): string | undefined
}

const INPUT = '$.components.schemas.CampaignInput'
const UPDATE = '$.components.schemas.CampaignUpdate'
const PUT = { path: '/campaigns/{id}', method: 'put' }
const OF_INPUTS = '§2 shows the inputs, and neither their values nor their bounds.'
const OF_UPDATES = '§4 does not define the body of an update, or whether it replaces the campaign.'

const UPDATES: Record<UpdateSemantics, string> = {
  whole_body: 'a PUT must contain the whole campaign',
  patch: 'a PUT changes only the members that it contains',
  replace: 'a PUT replaces the whole campaign',
}

/** The codes of §7 about a key. */
const AUTHENTICATION = [
  'missing_api_key',
  'invalid_api_key',
  'authentication_failed',
  'INVALID_TOKEN',
]

// biome-ignore lint/suspicious/noExplicitAny: each point has values of its own type.
const POINTS: Point<any>[] = [
  point({
    what: 'the unit of X-RateLimit-Reset',
    open: '§8 does not define the unit of the reset time.',
    samples: ({ evidence }) => resetSamples(evidence),
    isKnown: (unit, { assumptions }) => unit === assumptions.resetUnit(),
    says: (unit) => `X-RateLimit-Reset is in ${unit.replaceAll('_', ' ')}`,
    changes: (unit) => [
      { target: "$.components.headers['X-RateLimit-Reset']", update: { 'x-unit': unit } },
    ],
  }),
  point({
    what: 'the effect of a PUT',
    open: OF_UPDATES,
    samples: (seen) => (seen.believes('updateCampaign') ? updateSamples(seen.evidence) : []),
    isKnown: (semantics, { assumptions }) => semantics === assumptions.updateSemantics(),
    says: (semantics) => UPDATES[semantics],
    changes: (semantics, { document }) => {
      if (semantics === 'whole_body') {
        return [{ target: UPDATE, update: { required: [...REQUIRED] } }]
      }
      const isWhole = nodeAt(document, '#/components/schemas/CampaignUpdate/required') !== undefined
      return [
        ...(isWhole ? [{ target: `${UPDATE}.required`, remove: true as const }] : []),
        { target: operationPath(PUT), update: { 'x-update': semantics } },
      ]
    },
  }),
  point({
    what: 'whether a PUT removes what it does not contain',
    open: OF_UPDATES,
    samples: (seen) =>
      updatesWithoutSettings(seen.evidence).flatMap(({ update, before, read }) => {
        const isShown = read && succeeded(update) && succeeded(read) && hasSettings(before)
        if (!isShown || !seen.believes('updateCampaign')) return []
        return [{ value: !hasSettings(campaignOf(read)), exchange: update }]
      }),
    isKnown: (replaces, { evidence, assumptions, document }) =>
      replaces === (nodeAt(document, '#/paths/~1campaigns~1{id}/put/x-update') === 'replace') ||
      // A PUT of the name alone has already shown it.
      updateSamples(evidence).some(({ value }) => value === 'replace') ||
      (!replaces && assumptions.updateSemantics() === 'patch'),
    says: (replaces) =>
      `a PUT ${replaces ? 'removes' : 'keeps'} the settings that it does not contain`,
    changes: (replaces) => [
      { target: operationPath(PUT), update: { 'x-update': replaces ? 'replace' : 'patch' } },
    ],
    doubt: (seen, samples) =>
      samples.length === 0 && seen.believes('updateCampaign')
        ? `no update showed it; ${seen.untried}`
        : undefined,
  }),
  point({
    what: 'the effect of unknown parameters',
    open: '§4 does not define query parameters, or the effect of unknown ones.',
    samples: ({ evidence }) => unknownParameterSamples(evidence),
    isKnown: (value, { assumptions }) => value === assumptions.unknownParameters('listCampaigns'),
    says: (value) => `an unknown query parameter is ${value}`,
    changes: (value) => [{ target: '$', update: { 'x-unknown-parameters': value } }],
  }),
  point({
    what: 'what is refused first without a key',
    open: '§5 and §7 do not define what is checked first.',
    samples: ({ evidence }) =>
      evidence.of('anonymous').some(isRefusedList)
        ? (['path', 'method'] as const).flatMap((which) =>
            evidence.tried(`${which} without a key`).map((exchange) => ({
              value: AUTHENTICATION.includes(errorCode(exchange) ?? '') ? 'credential' : 'route',
              exchange,
            })),
          )
        : [],
    isKnown: (first, { document }) => first === (document['x-first-check'] ?? 'route'),
    says: (first) => `without a key, an unknown path or method is refused for its ${first}`,
    changes: (first) => [{ target: '$', update: { 'x-first-check': first } }],
    doubt: ({ evidence }, samples) => {
      const usual = evidence.of('anonymous').find(isRefusedList)
      const isOther = samples.some(
        ({ value, exchange }) =>
          value === 'credential' && usual && errorCode(exchange) !== errorCode(usual),
      )
      if (isOther) return 'unknown paths have another code than operations'
      return samples.length === 0 ? 'no response showed it' : undefined
    },
  }),
  point({
    what: 'the effect of another content type',
    open: '§4 says that JSON is sent, and not what happens to another content type.',
    samples: ({ evidence }) =>
      evidence.tried('other content type').map((exchange) => ({
        value: succeeded(exchange) ? 'any' : 'json',
        exchange,
      })),
    isKnown: (types, { document }) => types === (document['x-body-types'] ?? 'json'),
    says: (types) =>
      types === 'any'
        ? 'a body is read whatever its content type'
        : 'a body needs the content type of JSON',
    changes: (types) => [{ target: '$', update: { 'x-body-types': types } }],
  }),
  point({
    what: 'the Location of a new campaign',
    open: '§4 does not define the headers of a success.',
    samples: (seen) =>
      seen.successes('createCampaign').map((exchange) => {
        const location = exchange.response?.headers.location
        const form = /^https?:/.test(location ?? '') ? 'address' : 'path'
        return { value: location === undefined ? 'none' : form, exchange }
      }),
    isKnown: (form, { document }) =>
      form === (nodeAt(document, '#/paths/~1campaigns/post/x-location') ?? 'address'),
    says: (form) =>
      form === 'none'
        ? 'a create has no Location'
        : `Location of a create is ${form === 'path' ? 'a path' : 'an address'}`,
    changes: (form) => [
      {
        target: operationPath({ path: '/campaigns', method: 'post' }),
        update: { 'x-location': form },
      },
    ],
  }),
  needs('getRankings', 'campaign_id', (seen) => withoutInputs(seen, 'getRankings', 'campaign_id')),
  needs('getMentions', 'brand', (seen) => withoutInputs(seen, 'getMentions', 'brand')),
  // A file that is refused without an input that we do not require.
  needs('exportCsv', 'campaign_id', ({ evidence }) => {
    const own = evidence.of('main').filter(({ operation }) => operation === 'exportCsv')
    const [bare] = own.filter((each) => !asksFor(each, 'campaign_id') && refused(each))
    const given = own.filter((each) => asksFor(each, 'campaign_id') && succeeded(each))
    if (!bare || given.length < FEWEST) return []
    return [bare, ...given].map((exchange) => ({ value: true, exchange }))
  }),
  point({
    what: 'the effect of unknown members of a campaign',
    open: OF_INPUTS,
    samples: ({ evidence }) =>
      evidence.tried('unknown member').map((exchange) => ({
        value: succeeded(exchange) ? 'ignored' : 'refused',
        exchange,
      })),
    isKnown: (value, { document }) => {
      const more = nodeAt(document, '#/components/schemas/CampaignInput/additionalProperties')
      return (value === 'refused') === (more === false)
    },
    says: (value) => `an unknown member of a campaign is ${value}`,
    changes: (value) =>
      [INPUT, UPDATE].map((target) => ({
        target,
        update: { additionalProperties: value !== 'refused' },
      })),
    doubt: (seen, samples) => (samples.length === 0 ? whyUntried(seen) : undefined),
  }),
  point({
    what: 'the effect of an update without members',
    open: OF_INPUTS,
    samples: ({ evidence }) =>
      evidence.tried('empty update').map((exchange) => ({ value: succeeded(exchange), exchange })),
    isKnown: (isAccepted, { document }) =>
      isAccepted !==
      ['minProperties', 'required'].some(
        (name) => nodeAt(document, `#/components/schemas/CampaignUpdate/${name}`) !== undefined,
      ),
    says: (isAccepted) => `an update without members is ${isAccepted ? 'accepted' : 'refused'}`,
    changes: (isAccepted) => [
      isAccepted
        ? { target: `${UPDATE}.minProperties`, remove: true }
        : { target: UPDATE, update: { minProperties: 1 } },
    ],
    doubt: (seen, samples) => (samples.length === 0 ? whyUntried(seen) : undefined),
  }),
]

function point<Value>(of: Point<Value>): Point<Value> {
  return of
}

/** The points of the table, as far as enough samples agree. */
export function learnPoints(seen: Seen): Learned {
  return POINTS.flatMap(({ what, open, samples, isKnown, says, changes, doubt }) => {
    const shown = samples(seen)
    const why = doubt?.(seen, shown)
    if (why !== undefined) return unlearned(what, why)
    return learnAgreed(shown, what, (value) =>
      isKnown(value, seen) ? undefined : { open, seen: says(value), changes: changes(value, seen) },
    )
  })
}

/** Why a run did not try what an update of a whole campaign would show. */
export function whyUntried(seen: Seen): string {
  return seen.evidence.tried('whole update').some(refused)
    ? 'the server refuses the update that would show it'
    : seen.untried
}

/** Whether an operation requires a parameter. */
function needs(
  operation: string,
  name: string,
  samples: Point<boolean>['samples'],
): Point<boolean> {
  return {
    what: `whether ${operation} needs ${name}`,
    open: '§4 does not define which inputs are required.',
    samples,
    isKnown: (isRequired, { document }) => {
      const parameter = parameterOf(document, operation, name)
      return !parameter || (parameter.declared.required === true) === isRequired
    },
    says: (isRequired) => `${operation} ${isRequired ? 'needs' : 'does not need'} ${name}`,
    changes: (required, { document }) => {
      const parameter = parameterOf(document, operation, name)
      if (!parameter) return []
      const { $ref, declared, target } = parameter
      const selector = $ref === undefined ? `@.name == '${name}'` : `@['$ref'] == '${$ref}'`
      return [
        { target: `${target}.parameters[?${selector}]`, remove: true },
        { target, update: { parameters: [{ ...declared, required }] } },
      ]
    },
  }
}

function parameterOf(document: Json, operation: string, name: string) {
  const place = operations.find((each) => each.operation === operation)
  const node = place && nodeAt(document, operationPointer(place))
  const all = isObject(node) && Array.isArray(node.parameters) ? node.parameters : []
  const found = all
    .filter(isObject)
    .map((parameter) => {
      const { $ref } = parameter
      const declared = typeof $ref === 'string' ? nodeAt(document, $ref) : parameter
      return { $ref, declared: isObject(declared) ? declared : {} }
    })
    .find(({ declared }) => declared.name === name)
  return place && found && { ...found, target: operationPath(place) }
}

/** Lists that answer without an input, and bare ones that were refused. */
function withoutInputs(seen: Seen, operation: string, name: string): Sample<boolean>[] {
  const bare = seen.successes(operation).filter((each) => !asksFor(each, name))
  const refusals = seen
    .refusals()
    .filter((each) => each.credential === 'main' && each.operation === operation)
    .filter(({ url }) => new URL(url).search === '')
  return [
    ...bare.map((exchange) => ({ value: false, exchange })),
    ...refusals.map((exchange) => ({ value: true, exchange })),
  ]
}

function asksFor({ url }: Exchange, name: string): boolean {
  return new URL(url).searchParams.has(name)
}

function hasSettings(campaign: Json | undefined): boolean {
  const settings = campaign?.settings
  return isObject(settings) && Object.values(settings).some((value) => value !== null)
}

function isRefusedList(exchange: Exchange): boolean {
  return exchange.operation === 'listCampaigns' && refused(exchange)
}
