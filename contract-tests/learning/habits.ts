import {
  resetSamples,
  type UpdateSemantics,
  unknownParameterSamples,
  updateSamples,
} from '../observations/samples.ts'
import { nodeAt } from '../support/documents.ts'
import { type Learned, learnAgreed, nothing, operationPath, together } from './lesson.ts'
import type { Seen } from './seen.ts'

const UPDATE = { path: '/campaigns/{id}', method: 'put' }

const UPDATE_BODY = '$.components.schemas.CampaignUpdate'

const UPDATES: Record<UpdateSemantics, string> = {
  whole_body: 'a PUT takes whole campaigns alone',
  patch: 'a PUT changes the members that it gives',
  replace: 'a PUT replaces the whole campaign',
}

/** How the reset is counted, what a PUT does, and what becomes of unknown parameters. */
export function learnHabits(seen: Seen): Learned {
  return together([learnResetUnit(seen), learnUpdate(seen), learnUnknownParameters(seen)])
}

function learnResetUnit({ evidence, assumptions }: Seen): Learned {
  return learnAgreed(resetSamples(evidence), 'the unit of X-RateLimit-Reset', (unit) =>
    unit === assumptions.resetUnit()
      ? undefined
      : {
          open: '§8 does not show the unit of the reset time.',
          seen: `X-RateLimit-Reset counts in ${unit.replaceAll('_', ' ')}`,
          changes: [
            {
              target: "$.components.headers['X-RateLimit-Reset']",
              update: { 'x-unit': unit },
            },
          ],
        },
  )
}

function learnUpdate(seen: Seen): Learned {
  const { evidence, assumptions, document } = seen
  if (!seen.believes('updateCampaign')) return nothing()
  const isWholeBody = nodeAt(document, '#/components/schemas/CampaignUpdate/required') !== undefined
  return learnAgreed(updateSamples(evidence), 'what a PUT does', (semantics) =>
    semantics === assumptions.updateSemantics()
      ? undefined
      : {
          open: '§4 does not show the body of an update, nor whether it replaces or changes.',
          seen: UPDATES[semantics],
          changes:
            semantics === 'whole_body'
              ? [
                  {
                    target: UPDATE_BODY,
                    update: { required: ['name', 'type', 'keywords', 'frequency'] },
                  },
                ]
              : [
                  ...(isWholeBody
                    ? [{ target: `${UPDATE_BODY}.required`, remove: true as const }]
                    : []),
                  { target: operationPath(UPDATE), update: { 'x-update': semantics } },
                ],
        },
  )
}

function learnUnknownParameters({ evidence, assumptions }: Seen): Learned {
  const samples = unknownParameterSamples(evidence)
  return learnAgreed(samples, 'what becomes of unknown parameters', (value) =>
    value === assumptions.unknownParameters('listCampaigns')
      ? undefined
      : {
          open: '§4 shows no query parameters, nor what becomes of one that is unknown.',
          seen: `an unknown query parameter is ${value}`,
          changes: [{ target: '$', update: { 'x-unknown-parameters': value } }],
        },
  )
}
