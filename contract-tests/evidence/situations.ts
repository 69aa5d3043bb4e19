import type { JourneyStep, StepGroup } from './steps.ts'

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
