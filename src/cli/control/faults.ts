import { type Command, Option } from 'commander'
import { ConfigError } from '../../config.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { operationIds, optionWith, withChoices } from '../choices.ts'
import { counted } from '../output.ts'
import { calls } from './calls.ts'
import { accountCommand, defaultCommand, jsonCommand, numberOf } from './command.ts'

export function addFaults(program: Command): void {
  const faults = program
    .command('faults')
    .description('make requests to a running sandbox fail, with rules that are tried in order')
  defaultCommand(
    faults,
    'list',
    'list the rules of an account, and how often each acted (default)',
  ).action(
    calls('listFaults', (rules) => (rules.length === 0 ? 'No fault rules.' : rules.map(lineOf))),
  )
  faultOptions(
    jsonCommand(faults, 'add', 'add a rule that says which requests fail and how'),
  ).action(calls('createFault', lineOf, { sets }))
  const update = 'change options of a rule, and restart its count'
  faultOptions(jsonCommand(faults, 'update', update))
    .argument('<id>', 'id of the rule')
    .option('--enable', 'enable the rule')
    .option('--disable', 'disable the rule without removing it')
    .action(
      calls('updateFault', lineOf, {
        sets: { ...sets, ...switches },
        nothing: 'Nothing to change. Give an option such as --disable or --count 3.',
      }),
    )
  accountCommand(faults, 'remove', 'remove rules')
    .argument('<id...>', 'ids of the rules')
    .action(calls('deleteFault', ({ id }) => `Removed ${id}.`))
  accountCommand(faults, 'clear', 'remove all rules of an account').action(
    calls('deleteFaults', ({ deleted }) => `Removed ${counted(deleted, 'fault rule')}.`),
  )
}

function faultOptions(command: Command): Command {
  return command
    .addOption(
      optionWith(
        operationIds,
        '--operation <id...>',
        'operations that the rule applies to, such as listCampaigns',
      ),
    )
    .option('--method <name...>', 'methods that the rule applies to, such as POST')
    .option('--path <path>', 'path that it applies to, such as /campaigns/*; * matches anything')
    .option('--key <key>', 'key that it applies to: its id, first 8 characters or token')
    .option('--share <number>', 'share of the requests that it applies to, such as 0.1')
    .option('--error <code>', 'fail with this error code')
    .option('--status <number>', 'fail with this status')
    .option('--delay <ms>', 'delay in ms, or its median and 99th percentile (200,1500)')
    .addOption(
      withChoices(new Option('--connection <how>', 'break or close the connection'), [
        'reset',
        'empty',
      ]),
    )
    .addOption(
      withChoices(new Option('--body <how>', 'send a broken response body'), [
        'truncated',
        'malformed',
      ]),
    )
    .option('--missing-header <name...>', 'response headers to leave out')
    .option('--count <number>', 'number of requests that it applies to; later ones pass')
    .option('--expires-in <time>', 'lifetime of the rule on the clock of the account, such as 10m')
    .option('--name <text>', 'name of the rule')
}

const sets = { delay: (text: string) => ({ delay: delayOf(text) }) }

/** The flags of `update` that `add` lacks. */
const switches = {
  enable: (_: true, { disable }: { disable?: unknown }) => {
    if (disable) throw new ConfigError('--enable and --disable cannot be combined. Leave one out.')
    return { enabled: true }
  },
  disable: () => ({ enabled: false }),
}

function delayOf(text: string): BodyOf<'createFault'>['delay'] {
  const [, median, p99] = /^(\d+),(\d+)$/.exec(text) ?? []
  if (median !== undefined) return { median: Number(median), p99: Number(p99) }
  const expected = 'milliseconds such as 800, or a median and 99th percentile, 200,1500'
  return numberOf(text, '--delay', expected)
}

/** `flt_… active 2 of 3  listCampaigns → server_error`: one rule on one line. */
function lineOf(rule: DataOf<'getFault'>): string {
  const { id, state, name, matched, count, operation, method, path, key, share } = rule
  const target = [
    operation?.join(', '),
    method?.join(', '),
    path,
    key,
    share === undefined ? undefined : `share ${share}`,
  ].filter((each) => each !== undefined)
  const acted = count === undefined ? `${matched} times` : `${matched} of ${count}`
  const where = target.length === 0 ? 'all requests' : target.join(' ')
  const label = name === null ? '' : `  (${name})`
  return `${id}  ${state.padEnd(8)}  ${acted.padEnd(9)}  ${where} → ${effectOf(rule)}${label}`
}

function effectOf(rule: DataOf<'getFault'>): string {
  const { error, status, delay, connection, body, missing_headers } = rule
  const wait = typeof delay === 'object' ? `${delay.median} to ${delay.p99} ms` : `${delay} ms`
  const effects = [
    delay === undefined ? undefined : `delay of ${wait}`,
    error,
    status === undefined ? undefined : `status ${status}`,
    connection && `connection ${connection}`,
    body && `${body} body`,
    missing_headers && `without ${missing_headers.join(', ')}`,
  ]
  return effects.filter((each) => each !== undefined).join(', ')
}
