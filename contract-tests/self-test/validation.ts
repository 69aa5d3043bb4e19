import { type Exchange, Failure } from './types.ts'

const isString = (value: unknown) => typeof value === 'string'
const isStrings = (value: unknown) => Array.isArray(value) && value.every(isString)
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a campaign (§2) that are required on create. */
export const REQUIRED = ['name', 'type', 'keywords', 'frequency']

const FIELDS: Record<string, (value: unknown) => boolean> = {
  name: isString,
  type: isString,
  keywords: isStrings,
  frequency: isString,
  settings: (value) =>
    isObject(value) &&
    ['location', 'device', 'search_engine'].every(
      (name) => value[name] === undefined || isString(value[name]),
    ),
}

/** Raises invalid_request for a body that is no JSON, a campaign against §2 and an invalid date. */
export function validateInput({ malformed, operation, input, query }: Exchange): void {
  if (malformed) throw new Failure('invalid_request', 'The body is no JSON')
  if (operation === 'createCampaign') validateCampaign(input, REQUIRED)
  if (operation === 'updateCampaign') validateCampaign(input, [])
  for (const name of ['start_date', 'end_date']) {
    const date = query.get(name)
    if (date !== null && !/^\d{4}-\d\d-\d\d$/.test(date)) {
      throw new Failure('invalid_request', `${name} is no date of the form YYYY-MM-DD`)
    }
  }
  if (operation === 'generateReport' && !query.get('campaign_id')) {
    throw new Failure('invalid_request', 'campaign_id is missing')
  }
}

function validateCampaign(input: unknown, required: string[]): void {
  if (!isObject(input)) throw new Failure('invalid_request', 'The body is no object')
  for (const name of required) {
    if (input[name] === undefined) throw new Failure('invalid_request', `${name} is missing`)
  }
  for (const [name, holds] of Object.entries(FIELDS)) {
    if (input[name] !== undefined && !holds(input[name])) {
      throw new Failure('invalid_request', `${name} has the wrong type`)
    }
  }
}
