import type { Command } from 'commander'
import { ConfigError, parseInteger } from '../../config.ts'
import { RefusedError } from '../../control-client/http-client.ts'
import type { ControlId, DataOf } from '../../control-client/operations.ts'
import { listOf, objectOf } from '../../schema/json.ts'
import { type Lines, note, show, showLine, showList } from '../output.ts'
import { type ControlFlags, numberOf, sandboxAction } from './command.ts'
import type { Operation } from './operations.ts'

type Flags = Readonly<Record<string, unknown>>
type Action = (...given: unknown[]) => Promise<void>

interface Answer<Data> {
  data: Data
  message?: string
  meta?: { pagination?: { total: number } }
}

interface Terms {
  /** The members that a flag or an argument sets, where its name does not say it. */
  sets?: Readonly<Record<string, (value: never, flags: Flags) => object>>
  /** Members that are set without a flag. */
  usual?: object
  /** Whether JSON is on one line. */
  isLine?: true
  /** Why the command fails in spite of a success; undefined if it does not. */
  failure?(data: never): string | undefined
  /** What to say if no flag sets a member. */
  nothing?: string
}

/**
 * An action that is one call of the control API, whose document says which members the arguments and the flags of the command
 * are. An argument of several values makes a call for each.
 */
export function calls<Id extends ControlId>(
  id: Id,
  textOf: (data: DataOf<Id>, message: string) => Lines,
  terms?: Terms,
): Action {
  return actionOf(id, terms, (flags, answer: Answer<DataOf<Id>>) => {
    const { data, message = '', meta } = answer
    const print = terms?.isLine ? showLine : show
    print(flags, data, () => textOf(data, message))
    const total = meta?.pagination?.total ?? 0
    if (Array.isArray(data) && total > data.length && !flags.json) {
      note(`${data.length} of ${total}.`)
    }
    const failure = terms?.failure?.(data as never)
    if (failure !== undefined) throw new RefusedError(failure)
  })
}

/** The same for a page of a list: a line for each row, the newest last. */
export function lists<Id extends ControlId>(
  id: Id,
  none: string,
  lineOf: (row: DataOf<Id> extends readonly (infer Row)[] ? Row : never) => Lines,
  terms?: Terms,
): Action {
  return actionOf(id, terms, (flags, answer) => showList(flags, answer as never, none, lineOf))
}

function actionOf<Id extends ControlId>(
  id: Id,
  { sets = {}, usual = {}, nothing }: Terms = {},
  print: (flags: ControlFlags, answer: Answer<DataOf<Id>>) => void,
): Action {
  return sandboxAction(async (client, ...given: unknown[]) => {
    const { registeredArguments, processedArgs } = given.at(-1) as Command
    const { call, controlOperations } = await import('./operations.ts')
    const operation = controlOperations().find(({ name }) => name === id) as Operation
    const flags = given.at(-2) as Flags
    const setBy = (name: string, value: unknown): object =>
      sets[name]?.(value as never, flags) ?? member(operation, name, value)
    const own = Object.entries(flags).filter(([name]) => !OF_ALL.includes(name))
    const set: object = Object.assign({}, ...own.map(([name, value]) => setBy(name, value)))
    if (nothing !== undefined && Object.keys(set).length === 0) throw new ConfigError(nothing)
    const [argument] = registeredArguments
    const values = [processedArgs[0]].flat()
    for (const value of values.length > 0 ? values : [undefined]) {
      const named = argument && value !== undefined && setBy(argument.name(), value)
      const input = inputOf(operation, { ...usual, ...set, ...named })
      print(flags, (await call(client, operation, input)) as Answer<DataOf<Id>>)
    }
  })
}

const OF_ALL = ['url', 'adminToken', 'token', 'account', 'json']

/** The member of a flag or an argument: `campaign_id` of `--campaign`, `permissions` of `--permission`, `key_id` of `<id>`. */
function member(operation: Operation, given: string, value: unknown): object {
  const { parameters, pathParameters, body = {} } = operation
  const name = given.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const named = [name, `${name}_id`, `${name}s`].find((each) => each in body || each in parameters)
  const found = named ?? (pathParameters[0] as string)
  const schema = objectOf(body[found] ?? parameters[found])
  const types = [schema, ...listOf(schema.anyOf)].map((each) => objectOf(each).type)
  const flag = `--${name.replaceAll('_', '-')}`
  if (types.includes('integer')) return { [found]: parseInteger(String(value), flag) }
  return { [found]: types.includes('number') ? numberOf(String(value), flag) : value }
}

function inputOf({ body }: Operation, members: object) {
  const entries = Object.entries(members)
  const pick = (isOfBody: boolean) =>
    Object.fromEntries(entries.filter(([name]) => name in (body ?? {}) === isOfBody))
  return { ...pick(false), ...(body && { body: pick(true) }) }
}
