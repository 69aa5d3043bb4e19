import type { ErrorObject } from 'ajv'
import { didYouMean } from '../schema/similar.ts'

/** The message of an issue; `shown` is the wrong value, or undefined if it must not be shown. */
export function issueWording(error: ErrorObject, shown: unknown): string {
  const { keyword, params, data, message } = error
  const found = shown === undefined ? '' : `; found ${JSON.stringify(shown)}`
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${withArticle([params.type].flat().join(' or '))}${found}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}${found}${meant(shown, params.allowedValues)}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${params.limit} characters${found}`
    case 'maxLength':
      return `must have at most ${params.limit} characters; found ${lengthOf(String(data))}`
    case 'minItems':
      return params.limit === 1
        ? 'must have at least one entry'
        : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries; found ${(data as unknown[]).length}`
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema as { properties?: object })?.properties ?? {})
      const hint = didYouMean(params.additionalProperty, known)
      return `has an unknown field ${JSON.stringify(params.additionalProperty)}; it takes ${known.join(', ')}${hint && `.${hint}`}`
    }
    case 'unevaluatedProperties':
      return `has an unknown field ${JSON.stringify(params.unevaluatedProperty)}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}${found}`
    case 'minProperties':
      return 'must have at least one field to change'
    case 'minimum':
      return `must be at least ${params.limit}${found}`
    case 'exclusiveMinimum':
      return `must be greater than ${params.limit}${found}`
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}${found}`
    case 'maximum':
      return `must be at most ${params.limit}${found}`
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : `${formOf(error)}${found}`
    case 'format':
      return params.format === 'date'
        ? `must be a date that exists, in the form YYYY-MM-DD${found}`
        : `must be ${FORMATS[params.format] ?? withArticle(params.format)}${found}`
    case 'not':
    case 'oneOf': {
      const names = namesIn(error)
      return names.length > 0
        ? `must have exactly one of ${names.join(', ')}`
        : 'has fields that exclude each other'
    }
    case 'dependentRequired':
      return `must have ${JSON.stringify(params.missingProperty)} if it has ${JSON.stringify(params.property)}`
    default:
      return `${message ?? 'is not allowed'}${found}`
  }
}

/** Patterns of formats (JSON Schema Validation §7.3). */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time such as 2026-03-01T09:00:00Z',
  uri: 'an address such as https://example.com/webhooks',
  email: 'an e-mail address such as ada@example.com',
}

/** Formats in words, because nobody should have to read a regular expression. */
function formOf({ params, parentSchema = {} }: ErrorObject): string {
  const [, start] = /^\^([\w:/]+(?:\?[:/]+)?)$/.exec(params.pattern) ?? []
  if (start !== undefined) {
    const starts = [...new Set([start.replace('?', ''), start.replace(/\w\?/, '')])]
    return `must begin with ${starts.join(' or ')}`
  }
  const { examples = [], example, default: usual, description } = parentSchema as Annotated
  const shown = [...examples, example, usual].filter((each) => typeof each === 'string')
  const like = shown.length === 0 ? '' : `such as ${[...new Set(shown)].join(' or ')}`
  if (description !== undefined && description.length <= 80) {
    const noun = description.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    return `must be ${noun.replace(/\.$/, '')}${like && `, ${like}`}`
  }
  return like === ''
    ? 'does not have the form that the document describes'
    : `must be a value ${like}`
}

/** The annotations of a schema (JSON Schema Validation §9). */
interface Annotated {
  examples?: unknown[]
  example?: unknown
  default?: unknown
  description?: string
}

/** `. Did you mean campaign.completed?`, if the value is a misspelt one of the allowed values. */
function meant(shown: unknown, allowed: readonly unknown[]): string {
  if (typeof shown !== 'string') return ''
  const hint = didYouMean(shown, allowed.map(String))
  return hint && `.${hint}`
}

/** Fields of which a request may have only one. */
function namesIn({ schema }: ErrorObject): string[] {
  return [schema as { required?: string[] }].flat().flatMap(({ required = [] }) => required)
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** In characters as JSON Schema counts them. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
