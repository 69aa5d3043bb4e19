import { REQUIRED } from '../evidence/steps.ts'
import {
  resetSamples,
  type UpdateSemantics,
  unknownParameterSamples,
  updateSamples,
} from '../observations/samples.ts'
import { nodeAt } from '../specification/documents.ts'
import { type Learned, learnAgreed, nothing, operationPath, together } from './lesson.ts'
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
  return together([learnResetUnit(seen), learnUpdate(seen), learnUnknownParameters(seen)])
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
