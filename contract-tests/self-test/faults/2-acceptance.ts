import type { OperationId } from '../routes.ts'
import { Failure, type Mutation } from '../types.ts'
import { REQUIRED } from '../validation.ts'
import type { Fault } from './fault.ts'

const MISSING: Record<string, string> = {
  name: '2.2',
  type: '2.4',
  keywords: '2.7',
  frequency: '2.9',
}
const ACCEPTED = ['2.1', '2.3', '2.5', '2.6', '2.8', '2.10', '4.15', '1.4']
const VALUES: Record<string, unknown> = {
  name: 'Unnamed',
  type: 'serp',
  keywords: [],
  frequency: 'daily',
}

/** Refuses a body that the conforming server takes. */
const refusing = (refused: (input: Record<string, unknown>) => boolean, code = 'invalid_request') =>
  ({
    validate: (exchange, next) => {
      next()
      if (exchange.operation === 'createCampaign' && refused(exchange.input)) {
        throw new Failure(code)
      }
    },
  }) satisfies Mutation

/** Takes a create in which the field is absent, or of a type that the service does not have. */
const taking = (name: string, absent: 'absent' | 'mistyped'): Mutation => ({
  validate: (exchange, next) => {
    const { input, operation } = exchange
    if (operation !== 'createCampaign' || exchange.malformed) return next()
    const bends = absent === 'absent' ? input?.[name] === undefined : input?.[name] !== undefined
    if (!bends) return next()
    exchange.input = { ...input, [name]: VALUES[name] }
    next()
    exchange.input = input
  },
})

/** Does not look at the type of a member. */
const without = (
  operation: OperationId,
  member: string,
  isOf: (value: unknown) => boolean,
): Mutation => ({
  validate: (exchange, next) => {
    const { input } = exchange
    if (exchange.operation !== operation || !isOf(input?.[member])) return next()
    const { [member]: _, ...rest } = input
    exchange.input = operation === 'createCampaign' ? { ...VALUES, ...rest } : rest
    next()
    exchange.input = input
  },
})

export const ACCEPTANCE_FAULTS: Fault[] = [
  ...REQUIRED.map((name) => ({
    name: `A campaign without ${name} is created`,
    facts: [MISSING[name] as string, '7.7'],
    mutation: taking(name, 'absent'),
  })),
  ...[
    { name: 'name', facts: ['2.1', '2.18', '7.8'] },
    { name: 'type', facts: ['2.3', '2.19', '7.8'] },
    { name: 'keywords', facts: ['2.6', '2.20', '7.8'] },
    { name: 'frequency', facts: ['2.8', '2.21', '7.8'] },
  ].map(({ name, facts }) => ({
    name: `A campaign whose ${name} has any type is created, and shown as it was sent`,
    facts,
    mutation: taking(name, 'mistyped'),
  })),
  {
    name: 'A campaign whose keywords are one string is created, and shown so',
    facts: ['2.6', '2.20', '7.8'],
    mutation: {
      validate: (exchange, next) => {
        if (typeof exchange.input?.keywords !== 'string') return next()
        const { input } = exchange
        exchange.input = { ...input, keywords: [] }
        next()
        exchange.input = input
      },
    },
  },
  {
    name: 'A campaign whose name is a number is created, and shown so',
    facts: ['2.18'],
    mutation: without('createCampaign', 'name', (value) => typeof value === 'number'),
  },
  {
    name: 'A campaign whose settings are a list is created, and shown so',
    facts: ['2.22'],
    mutation: without('createCampaign', 'settings', Array.isArray),
  },
  {
    name: 'An update to a name that is a list is stored',
    facts: ['2.18'],
    mutation: without('updateCampaign', 'name', Array.isArray),
  },
  {
    name: 'An update to settings that are a list is stored',
    facts: ['2.22'],
    mutation: without('updateCampaign', 'settings', Array.isArray),
  },
  {
    name: 'A create with an empty object creates a campaign of defaults',
    facts: [...Object.values(MISSING), '7.7', '4.15'],
    mutation: {
      validate: (exchange, next) => {
        const { operation, input } = exchange
        const empty = input && Object.keys(input).length === 0
        if (operation === 'createCampaign' && empty) exchange.input = VALUES
        next()
      },
    },
  },
  ...REQUIRED.map((name) => ({
    name: `A create without ${name} is refused, and leaves a campaign behind`,
    facts: [MISSING[name] as string, '7.7', '4.15'],
    mutation: {
      validate: (exchange, next) => {
        const { service, input, operation, malformed } = exchange
        if (operation === 'createCampaign' && !malformed && input && input[name] === undefined) {
          service.addCampaign('acc_main', { ...VALUES, ...input })
        }
        next()
      },
    } satisfies Mutation,
  })),
  ...[
    ['not_found', 'name'],
    ['server_error', 'type'],
    ['authentication_failed', 'keywords'],
    ['insufficient_permissions', 'frequency'],
  ].map(([code, name]) => ({
    name: `A create without ${name} is refused with ${code}`,
    facts: [MISSING[name as string] as string, '7.7', '7.10', '2.53'],
    mutation: {
      validate: (exchange, next) => {
        const { operation, input, malformed } = exchange
        const lacks =
          operation === 'createCampaign' && !malformed && input?.[name as string] === undefined
        if (lacks) throw new Failure(code as string)
        next()
      },
    } satisfies Mutation,
  })),
  {
    name: 'A campaign of one keyword is refused',
    facts: ['2.6', '4.15'],
    mutation: refusing(({ keywords }) => (keywords as unknown[])?.length === 1),
  },
  {
    name: 'A campaign without type is created where it has settings',
    facts: ['2.4', '7.7'],
    mutation: {
      validate: (exchange, next) => {
        const { input, operation } = exchange
        if (operation !== 'createCampaign' || !input?.settings || input.type) return next()
        exchange.input = { ...input, type: 'serp' }
        next()
      },
    },
  },
  {
    name: 'No campaign can be created',
    facts: ACCEPTED,
    mutation: refusing(() => true),
  },
  {
    name: 'The type serp is refused',
    facts: ['2.3', '2.5', '4.15', '1.4'],
    mutation: refusing(({ type }) => type === 'serp'),
  },
  {
    name: 'The frequency daily is refused',
    facts: ['2.8', '2.10', '4.15', '1.4'],
    mutation: refusing(({ frequency }) => frequency === 'daily'),
  },
  {
    name: 'Keywords are refused unless they are a string',
    facts: ['2.6', '4.15', '1.4'],
    mutation: refusing(({ keywords }) => Array.isArray(keywords)),
  },
  {
    name: 'A campaign without settings is refused',
    facts: ['2.11', '4.15'],
    mutation: refusing(({ settings }) => settings === undefined),
  },
  {
    name: 'A campaign with settings is refused whatever they hold',
    facts: ['2.12', '2.13', '2.14', '2.15'],
    mutation: refusing(({ settings }) => settings !== undefined),
  },
  {
    name: 'A campaign with settings is answered with server_error whatever they hold',
    facts: ['2.12', '2.13', '2.14', '2.15'],
    mutation: refusing(({ settings }) => settings !== undefined, 'server_error'),
  },
  {
    name: 'Bodies of JSON are refused as an unknown type of content',
    facts: ['4.3', '4.5', '4.15', '1.4'],
    mutation: {
      validate: (exchange, next) => {
        if (exchange.request.headers['content-type']?.includes('json') && exchange.input) {
          throw new Failure('invalid_request', 'Send a form', 415)
        }
        next()
      },
    },
  },
  {
    name: 'A GET with Content-Type: application/json and no body is refused',
    facts: ['4.5'],
    mutation: {
      validate: ({ request }, next) => {
        const typed = request.headers['content-type'] !== undefined
        if (typed && request.method === 'GET') throw new Failure('invalid_request')
        next()
      },
    },
  },
]

/** An id, or a field, of the wrong type in what the API returns. */
