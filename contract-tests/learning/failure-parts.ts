import type { Exchange } from '../http/exchange.ts'
import { bodyOf, isObject, type Json } from '../http/reading.ts'
import { statusAndCode } from '../observations/situations.ts'
import type { Context } from './context.ts'
import { FEWEST, type NotLearned } from './lesson.ts'
import { newSchema } from './new-schema.ts'

/** Parts of a failure next to its status and code, as `x-failures` has them. */
export interface FailureParts {
  details?: Json | false
  headers?: Record<string, string | false>
}

/** Members of `error.details` of the sandbox, by situation; none in others. */
const OWN_DETAILS: Record<string, string[]> = {
  invalid_input: ['issues'],
  permission_denied: ['granted', 'required'],
  wrong_method: ['allowed'],
  quota_exceeded: ['limit', 'retry_after', 'window'],
}

/** Headers of the sandbox's own failures, by situation. */
const OWN_HEADERS: Record<string, Record<string, string>> = {
  missing_credential: { 'WWW-Authenticate': 'Bearer' },
  wrong_method: { Allow: '' },
  quota_exceeded: { 'Retry-After': '' },
}

/** The details and headers in samples of a situation that differ from the sandbox's own. */
export function failureParts(
  situation: string,
  samples: Exchange[],
  { others, ...context }: Context & { others: Exchange[] },
): { parts: FailureParts; notLearned: NotLearned[] } {
  const notLearned: NotLearned[] = []
  const details = detailsOf(situation, samples, context)
  if (isMixed([...samples, ...others])) {
    const why = 'some samples have them and some have none'
    notLearned.push({ what: `the details of ${statusOf(samples)}`, why })
  }
  const headers: Record<string, string | false> = {}
  for (const name of ['WWW-Authenticate', 'Allow', 'Retry-After', 'Content-Type']) {
    const found = headerOf(name, situation, samples)
    if (found === 'differ') {
      notLearned.push({ what: `${name} of ${statusOf(samples)}`, why: 'the samples differ' })
    } else if (found !== undefined) headers[name] = found
  }
  return {
    parts: {
      ...(details !== undefined && { details }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
    notLearned,
  }
}

function errorOf(exchange: Exchange | undefined): Json | undefined {
  const error = exchange && bodyOf(exchange)?.error
  return isObject(error) ? error : undefined
}

/** Whether failures of one kind differ in what their details contain. */
function isMixed(samples: Exchange[]): boolean {
  const details = samples.map((each) => errorOf(each)?.details)
  const objects = details.filter(isObject)
  if (objects.length > 0 && objects.length < details.length) return true
  const names = new Set(objects.map((each) => Object.keys(each).sort().join()))
  return names.size > 1 && !isByField(objects.filter((each) => Object.keys(each).length > 0))
}

function statusOf([sample]: Exchange[]): string {
  const code = errorOf(sample)?.code
  return statusAndCode({ status: sample?.response?.status, code })
}

function detailsOf(
  situation: string,
  samples: Exchange[],
  context: Context,
): Json | false | undefined {
  if (samples.length < FEWEST) return undefined
  const errors = samples.map(errorOf).filter(isObject)
  const known = OWN_DETAILS[situation] ?? []
  const shown = errors.filter((error) => Object.hasOwn(error, 'details'))
  if (shown.length === 0) return known.length > 0 ? false : undefined
  const values = shown.map(({ details }) => details)
  if (values.every((value) => value === null)) return { type: 'null', const: null }
  const objects = values.filter(isObject)
  if (objects.length === 0) return newSchema(values, context)
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))].sort()
  if (names.length === 0) return { type: 'object', const: {} }
  if (names.join() === known.join()) return undefined
  return isByField(objects) ? byField(objects, context) : closed(objects, context)
}

/** Fields of a campaign and of queries, which a map of problems has as its names. */
const FIELDS =
  /^(name|type|keywords?|frequency|settings|location|device|search_?engine|campaign_?id|id|brand|platforms?|start_?date|end_?date|format|date_?range|body|_schema|base|non_field_errors|\$)([.[].*)?$/i

function isByField(objects: Json[]): boolean {
  const names = objects.flatMap((value) => Object.keys(value))
  const isField = names.every((name) => FIELDS.test(name))
  const kinds = new Set(objects.map((value) => Object.keys(value).join()))
  return isField && (kinds.size > 1 || names.some((name) => /keywords|frequency/i.test(name)))
}

function byField(objects: Json[], context: Context): Json {
  const entries = objects.flatMap((value) => Object.values(value))
  return {
    type: 'object',
    'x-issues': 'fields',
    additionalProperties: texts(newSchema(entries, { ...context, isPrivate: () => true })),
  }
}

function closed(objects: Json[], context: Context): Json {
  const { onSeldom: _, ...every } = context
  const schema = newSchema(objects, { ...every, isPrivate: () => true })
  const { properties } = schema
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => {
    const inner = objects.map((each) => each[name]).filter(isObject)
    return [name, inner.length > 0 && isByField(inner) ? byField(inner, context) : member]
  })
  return texts(
    withoutOthers({
      ...schema,
      ...(properties !== undefined && { properties: Object.fromEntries(members) }),
    }),
  )
}

/** The sandbox's own details do not show through. */
function withoutOthers(schema: Json): Json {
  return { ...schema, ...(schema.properties !== undefined && { additionalProperties: false }) }
}

/** Texts of problems are the sandbox's own. */
function texts(schema: Json, name = ''): Json {
  const isText = schema.type === 'string' && schema.format === undefined
  if (
    isText &&
    (name === '' || /^(message|reason|detail|description|title|problem)s?$/i.test(name))
  ) {
    return { type: 'string', 'x-from': '/error/message' }
  }
  const { properties, items } = schema
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [
          key,
          isObject(value) ? texts(value, key) : value,
        ]),
      ),
    }),
    ...(isObject(items) && { items: texts(items, name === '' ? 'message' : name) }),
  }
}

function headerOf(
  name: string,
  situation: string,
  samples: Exchange[],
): string | false | undefined | 'differ' {
  const own = OWN_HEADERS[situation]?.[name]
  const found = samples.map(({ response }) => response?.headers[name.toLowerCase()])
  const values = new Set(found.map((value) => (name === 'Content-Type' ? mediaType(value) : value)))
  const [value] = values
  if (samples.length < FEWEST && values.size > 0) return undefined
  if (value === undefined && values.size === 1) return own === undefined ? undefined : false
  if (values.size > 1) {
    // A wait, or the methods of a path, differ from answer to answer.
    return own === '' && !values.has(undefined) ? undefined : 'differ'
  }
  if (own === '' && name === 'Retry-After') return undefined
  if (name === 'Allow' && own === '') return methodsOf(value as string)
  if (name === 'Content-Type') return value === 'application/json' ? undefined : (value as string)
  return value === own ? undefined : (value as string)
}

function mediaType(value: string | undefined): string | undefined {
  return value?.split(';')[0]?.trim().toLowerCase()
}

/** The wrong method of the run is one of /campaigns, which has GET and POST. */
function methodsOf(value: string): string | undefined {
  const methods = value.split(/\s*,\s*/)
  const others = methods.filter((method) => !['GET', 'POST'].includes(method)).sort()
  if (others.join() === 'HEAD') return undefined
  const isOfPath = methods.includes('GET') && others.every((each) => /^(HEAD|OPTIONS)$/.test(each))
  return isOfPath ? ['{methods}', ...others].join(', ') : value
}
