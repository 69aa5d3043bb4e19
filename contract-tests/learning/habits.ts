import { REQUIRED } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, errorCode, isObject, type Json, refused, succeeded } from '../http/reading.ts'
import {
  resetSamples,
  type UpdateSemantics,
  unknownParameterSamples,
  updateSamples,
  updatesWithoutSettings,
} from '../observations/samples.ts'
import { nodeAt } from '../specification/documents.ts'
import { type Learned, learnAgreed, nothing, operationPath, together, unlearned } from './lesson.ts'
import type { Seen } from './seen.ts'

const RESET = "$.components.headers['X-RateLimit-Reset']"
const UPDATE = { path: '/campaigns/{id}', method: 'put' }

const UPDATE_BODY = '$.components.schemas.CampaignUpdate'

const UPDATES: Record<UpdateSemantics, string> = {
  whole_body: 'a PUT must contain the whole campaign',
  patch: 'a PUT changes only the members that it contains',
  replace: 'a PUT replaces the whole campaign',
}

/** The unit of the reset, the effect of a PUT, and the handling of unknown parameters. */
export function learnHabits(seen: Seen): Learned {
  return together([
    learnResetUnit(seen),
    learnUpdate(seen),
    learnReplacing(seen),
    learnUnknownParameters(seen),
    learnFirstCheck(seen),
    learnBodyTypes(seen),
    learnLocation(seen),
  ])
}

/** Whether a PUT of all required members removes the settings that it does not contain. */
function learnReplacing(seen: Seen): Learned {
  const { evidence, assumptions, document } = seen
  if (!seen.believes('updateCampaign')) return nothing()
  const topics = ['updateCampaign:replaces', 'updateCampaign:partly']
  const what = 'whether a PUT removes what it does not contain'
  const samples = updatesWithoutSettings(evidence).flatMap(({ update, before, read }) => {
    if (!read || !succeeded(update) || !succeeded(read) || !hasSettings(before)) return []
    return [{ value: !hasSettings(campaignOf(read)), exchange: update }]
  })
  if (samples.length === 0) return unlearned(what, `no update showed it; ${seen.untried}`, topics)
  const known = nodeAt(document, '#/paths/~1campaigns~1{id}/put/x-update')
  return learnAgreed(
    samples,
    what,
    (replaces) => {
      // A PUT of the name alone has already shown it.
      const isShown = updateSamples(evidence).some(({ value }) => value === 'replace')
      if (replaces === (known === 'replace') || isShown) return undefined
      if (!replaces && assumptions.updateSemantics() === 'patch') return undefined
      const update = { 'x-update': replaces ? 'replace' : 'patch' }
      return {
        open: '§4 does not define the body of an update, or whether it replaces the campaign.',
        seen: replaces
          ? 'a PUT removes the settings that it does not contain'
          : 'a PUT keeps the settings that it does not contain',
        changes: [{ target: operationPath(UPDATE), update }],
      }
    },
    topics,
  )
}

function hasSettings(campaign: Json | undefined): boolean {
  const settings = campaign?.settings
  return isObject(settings) && Object.values(settings).some((value) => value !== null)
}

/** The codes of §7 about a key. */
const AUTHENTICATION = [
  'missing_api_key',
  'invalid_api_key',
  'authentication_failed',
  'INVALID_TOKEN',
]

/** Learns which check refuses first without a key: the key, or an unknown path and a wrong method. */
function learnFirstCheck({ evidence, document }: Seen): Learned {
  const usual = evidence.of('anonymous').find(isRefusedList)
  const topics = ['unknown path:anonymous', 'wrong method:anonymous']
  const samples = (['path', 'method'] as const).flatMap((which) => {
    if (!usual) return []
    return evidence.tried(`${which} without a key`).map((exchange) => {
      const isKey = AUTHENTICATION.includes(errorCode(exchange) ?? '')
      return { value: isKey ? ('credential' as const) : ('route' as const), exchange }
    })
  })
  const what = 'what is refused first without a key'
  const isOther = samples.some(
    ({ value, exchange }) =>
      value === 'credential' && usual && errorCode(exchange) !== errorCode(usual),
  )
  if (isOther) return unlearned(what, 'unknown paths have another code than operations', topics)
  if (samples.length === 0) return unlearned(what, 'no response showed it', topics)
  return learnAgreed(
    samples,
    what,
    (first) => {
      if (first === (document['x-first-check'] ?? 'route')) return undefined
      const seen = `without a key, an unknown path or method is refused for its ${first}`
      const change = { target: '$', update: { 'x-first-check': first } }
      return { open: '§5 and §7 do not define what is checked first.', seen, changes: [change] }
    },
    topics,
  )
}

function isRefusedList(exchange: Exchange): boolean {
  return exchange.operation === 'listCampaigns' && refused(exchange)
}

function learnBodyTypes({ evidence, document }: Seen): Learned {
  const samples = evidence.tried('other content type').map((exchange) => ({
    value: succeeded(exchange) ? ('any' as const) : ('json' as const),
    exchange,
  }))
  const topics = ['createCampaign:content type', 'updateCampaign:content type']
  return learnAgreed(
    samples,
    'the effect of another content type',
    (types) =>
      types === (document['x-body-types'] ?? 'json')
        ? undefined
        : {
            open: '§4 says that JSON is sent, and not what happens to another content type.',
            seen:
              types === 'any'
                ? 'a body is read whatever its content type'
                : 'a body needs the content type of JSON',
            changes: [{ target: '$', update: { 'x-body-types': types } }],
          },
    topics,
  )
}

function learnLocation(seen: Seen): Learned {
  const samples = seen.successes('createCampaign').map((exchange) => {
    const location = exchange.response?.headers.location
    const isAddress = location !== undefined && /^https?:/.test(location)
    return { value: location === undefined ? 'none' : isAddress ? 'address' : 'path', exchange }
  })
  const place = { path: '/campaigns', method: 'post' }
  const known = nodeAt(seen.document, '#/paths/~1campaigns/post/x-location') ?? 'address'
  return learnAgreed(
    samples,
    'the Location of a new campaign',
    (form) =>
      form === known
        ? undefined
        : {
            open: '§4 does not define the headers of a success.',
            seen:
              form === 'none'
                ? 'a create has no Location'
                : `Location of a create is ${form === 'path' ? 'a path' : 'an address'}`,
            changes: [{ target: operationPath(place), update: { 'x-location': form } }],
          },
    ['header:location'],
  )
}

function learnResetUnit({ evidence, assumptions }: Seen): Learned {
  return learnAgreed(resetSamples(evidence), 'the unit of X-RateLimit-Reset', (unit) =>
    unit === assumptions.resetUnit()
      ? undefined
      : {
          open: '§8 does not define the unit of the reset time.',
          seen: `X-RateLimit-Reset is in ${unit.replaceAll('_', ' ')}`,
          changes: [{ target: RESET, update: { 'x-unit': unit } }],
        },
  )
}

function learnUpdate(seen: Seen): Learned {
  const { evidence, assumptions, document } = seen
  if (!seen.believes('updateCampaign')) return nothing()
  const isWholeBody = nodeAt(document, '#/components/schemas/CampaignUpdate/required') !== undefined
  return learnAgreed(updateSamples(evidence), 'the effect of a PUT', (semantics) => {
    if (semantics === assumptions.updateSemantics()) return undefined
    const open = '§4 does not define the body of an update, or whether it replaces the campaign.'
    const seen = UPDATES[semantics]
    if (semantics === 'whole_body') {
      return { open, seen, changes: [{ target: UPDATE_BODY, update: { required: [...REQUIRED] } }] }
    }
    const removal = { target: `${UPDATE_BODY}.required`, remove: true as const }
    const change = { target: operationPath(UPDATE), update: { 'x-update': semantics } }
    return { open, seen, changes: [...(isWholeBody ? [removal] : []), change] }
  })
}

function learnUnknownParameters({ evidence, assumptions }: Seen): Learned {
  const samples = unknownParameterSamples(evidence)
  return learnAgreed(samples, 'the effect of unknown parameters', (value) =>
    value === assumptions.unknownParameters('listCampaigns')
      ? undefined
      : {
          open: '§4 does not define query parameters, or the effect of unknown ones.',
          seen: `an unknown query parameter is ${value}`,
          changes: [{ target: '$', update: { 'x-unknown-parameters': value } }],
        },
  )
}
