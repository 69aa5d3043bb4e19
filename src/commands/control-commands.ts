import { Argument, type Command, Option } from 'commander'
import { EVENT_KINDS } from '../accounts/alert.ts'
import type { AccountFlags } from './accounts.ts'
import type { ClockFlags, moveClock } from './clock.ts'
import type { ControlFlags } from './control-client.ts'
import type { DeliveriesFlags, TriggerFlags } from './events.ts'
import type { FaultChangeFlags, FaultFlags } from './faults.ts'
import type { JsonFlags, KeyFlags } from './keys.ts'
import type { ListenFlags } from './listen.ts'
import type { RequestsFlags } from './requests.ts'

/** Adds the commands that steer a sandbox that is running already. What they do is loaded when they run. */
export function addControlCommands(program: Command): void {
  addClock(program)
  addEvents(program)
  addFaults(program)
  addRequests(program)
  addKeys(program)
  addAccounts(program)
  addSnapshots(program)
}

const clock = () => import('./clock.ts')
const events = () => import('./events.ts')
const faults = () => import('./faults.ts')
const requests = () => import('./requests.ts')
const keys = () => import('./keys.ts')
const accounts = () => import('./accounts.ts')
const snapshots = () => import('./snapshots.ts')

function addClock(program: Command): void {
  const command = steering(program.command('clock'))
    .description("show or move an account's clock in a running sandbox")
    .option('--json', 'print JSON')
    .action(async (flags: ClockFlags) => (await clock()).showClock(flags))
  const move = (name: string, description: string) =>
    steering(command.command(name)).description(description).option('--json', 'print JSON')
  const moved = async (wish: Parameters<typeof moveClock>[0], flags: ClockFlags) =>
    (await clock()).moveClock(wish, { ...command.opts(), ...flags })
  move('advance', 'let time pass: what falls due happens, and is told')
    .argument('<time>', 'how much, such as 90s, 12h, 3d or 1d12h; or next_run')
    .action((advance: string, flags: ClockFlags) => moved({ advance }, flags))
  move('set', 'show another time; nothing happens in between')
    .argument('<time>', 'ISO 8601, such as 2026-03-01T09:00:00Z')
    .action((now: string, flags: ClockFlags) => moved({ now }, flags))
  move('freeze', 'let it stand still').action((flags: ClockFlags) => moved({ frozen: true }, flags))
  move('unfreeze', 'let it run on').action((flags: ClockFlags) => moved({ frozen: false }, flags))
}

function addEvents(program: Command): void {
  steering(program.command('trigger'))
    .description('let an event happen now')
    .addArgument(new Argument('<type>', 'kind of event').choices(EVENT_KINDS))
    .option('--campaign <id>', 'what it is about (default: the newest campaign)')
    .option('--data <json>', 'fields to lay over the data of the event')
    .option('--to <url>', 'send it to this address only, and tell what came of it')
    .option('--secret <secret>', 'what to sign it with for that address')
    .option('--json', 'print JSON')
    .action(async (type: string, flags: TriggerFlags) => (await events()).trigger(type, flags))
  steering(program.command('deliveries'))
    .description('show what was sent to webhooks, and what waits')
    .argument('[id]', 'show this delivery with its attempts')
    .option('--resend', 'send it once more, now')
    .option('--status <status>', 'only pending, delivered or failed ones')
    .option('--type <kind>', 'only of this kind of event')
    .option('--webhook <id>', 'only to this webhook')
    .option('--campaign <id>', 'only of this campaign')
    .option('--limit <number>', 'how many to list (default: 50)')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, flags: DeliveriesFlags) =>
      (await events()).deliveries(id, flags),
    )
  steering(program.command('listen'))
    .description("print an account's events as they come, and forward them to a receiver")
    .option('--forward-to <url>', 'where to, such as http://localhost:3000/hook')
    .option('--events <kind...>', 'only these kinds')
    .option('--json', 'print the body of each event')
    .action(async (flags: ListenFlags) => (await import('./listen.ts')).listen(flags))
}

function addFaults(program: Command): void {
  const command = program
    .command('faults')
    .description('let requests to a running sandbox fail: rules are tried in order')
  steering(command.command('list'))
    .description('list the rules of an account, and how often each acted')
    .option('--json', 'print JSON')
    .action(async (flags: ControlFlags & { json?: true }) => (await faults()).listFaults(flags))
  faultOptions(steering(command.command('add')))
    .description('add a rule: which requests fail, and how')
    .action(async (flags: FaultFlags) => (await faults()).addFault(flags))
  faultOptions(steering(command.command('update')))
    .description('change a rule: what is not given stays; a count starts over')
    .argument('<id>', 'id of the rule')
    .option('--enable', 'let it act again')
    .option('--disable', 'keep it, but let it not act')
    .action(async (id: string, flags: FaultChangeFlags) => (await faults()).updateFault(id, flags))
  steering(command.command('remove'))
    .description('remove rules')
    .argument('<id...>', 'ids of the rules')
    .action(async (ids: string[], flags: ControlFlags) => (await faults()).removeFaults(ids, flags))
  steering(command.command('clear'))
    .description('remove all rules of an account')
    .action(async (flags: ControlFlags) => (await faults()).clearFaults(flags))
}

function faultOptions(command: Command): Command {
  return command
    .option('--operation <id...>', 'operationIds that it acts on, such as listCampaigns')
    .option('--method <name...>', 'methods that it acts on')
    .option('--path <path>', 'path below the API root that it acts on; * stands for anything')
    .option('--key <key>', 'key that it acts on: its id, first 8 characters or token')
    .option('--share <number>', 'share of the requests that it acts on, such as 0.1')
    .option('--error <code>', 'answer with this error code')
    .option('--status <number>', 'answer with this status')
    .option('--delay <ms>', 'wait first: milliseconds, or median and 99th percentile (200,1500)')
    .addOption(
      new Option('--connection <how>', 'send nothing: break off or close').choices([
        'reset',
        'empty',
      ]),
    )
    .addOption(new Option('--body <how>', 'send a broken body').choices(['truncated', 'malformed']))
    .option('--missing-header <name...>', 'leave these response headers out')
    .option('--count <number>', 'act so often, then let requests pass')
    .option('--expires-in <time>', 'act so long on the clock of the account, such as 10m')
    .option('--name <text>', 'a name for the rule')
}

function addRequests(program: Command): void {
  steering(program.command('requests'))
    .description('show what a running sandbox was asked and what it answered')
    .argument('[id]', 'show this request with headers and bodies')
    .option('--follow', 'print requests as they are answered, until Ctrl-C')
    .option('--wait-for [time]', 'wait until a request that fits is logged (default: 5s)')
    .option('--clear', 'forget the requests')
    .option('--limit <number>', 'how many to list (default: 50)')
    .option('--method <name>', 'only with this method')
    .option('--status <status>', 'only with this status: 404, 4xx or none')
    .option('--path <path>', 'only where the path begins like that, such as /campaigns')
    .option('--operation <id>', 'only of this operation, such as createCampaign')
    .option('--key <key>', 'only with this key: its id or first 8 characters')
    .option('--since <time|id>', 'only after this time or request')
    .option('--text <text>', 'only with this text in it')
    .option('--json', 'print one JSON object a line')
    .action(async (id: string | undefined, flags: RequestsFlags) =>
      (await requests()).requests(id, flags),
    )
}

function addKeys(program: Command): void {
  const command = program.command('keys').description('API keys of an account of a running sandbox')
  listing(command.command('list'))
    .description('list the keys, when each was last used, and which are due for rotation')
    .option('--deleted', 'list deleted keys, too')
    .action(async (flags: JsonFlags & { deleted?: true }) => (await keys()).listKeys(flags))
  listing(command.command('create'))
    .description('create a key; its token is printed this once')
    .argument('<name>', 'what it is for')
    .option('--type <type>', 'test or restricted (default: by its permissions)')
    .option('--permission <name...>', 'what it may do, such as campaigns:read (default: all)')
    .option('--rate-limit <number>', "requests an hour, in place of the plan's")
    .option('--allowed-ip <address...>', 'addresses or CIDR blocks from which it may be used')
    .option('--expires-in <time>', 'how long it is valid, such as 90d')
    .option('--expires-at <time>', 'until when it is valid, in ISO 8601')
    .action(async (name: string, flags: KeyFlags) => (await keys()).createKey(name, flags))
  listing(command.command('delete'))
    .description('delete keys, with immediate effect')
    .argument('<id...>', 'ids of the keys')
    .action(async (ids: string[], flags: JsonFlags) => (await keys()).deleteKeys(ids, flags))
  listing(command.command('usage'))
    .description('show how often a key was used, by day')
    .argument('<id>', 'id of the key')
    .action(async (id: string, flags: JsonFlags) => (await keys()).keyUsage(id, flags))
}

function addAccounts(program: Command): void {
  const command = program.command('accounts').description('accounts of a running sandbox')
  serverListing(command.command('list'))
    .description('list the accounts')
    .action(async (flags: JsonFlags) => (await accounts()).listAccounts(flags))
  serverListing(command.command('create'))
    .description('create an account from a fixture, with a key of its own')
    .option('--id <id>', 'its id (default: one that nobody has)')
    .option('--name <text>', 'its name (default: that of the fixture)')
    .option('--plan <name>', 'Starter, Professional or Enterprise (default: that of the fixture)')
    .option('--seed <number>', "seed of its data (default: the sandbox's)")
    .option('--fixture <name|file>', "a fixture by name, or a YAML file (default: the sandbox's)")
    .option('--fixture-account <id>', 'which account of the fixture (default: the first)')
    .action(async (flags: AccountFlags) => (await accounts()).createAccount(flags))
  serverListing(command.command('delete'))
    .description('remove accounts and all that they own')
    .argument('<id...>', 'ids of the accounts')
    .action(async (ids: string[], flags: JsonFlags) =>
      (await accounts()).deleteAccounts(ids, flags),
    )
}

function addSnapshots(program: Command): void {
  const command = program
    .command('snapshot')
    .description('save the whole state of an account of a running sandbox, and return to it')
  listing(command.command('list'))
    .description('list the snapshots')
    .action(async (flags: JsonFlags) => (await snapshots()).listSnapshots(flags))
  listing(command.command('save'))
    .description('save the state under a name, in place of what has it')
    .argument('<name>', 'lower-case letters, digits, - and _')
    .action(async (name: string, flags: JsonFlags) => (await snapshots()).saveSnapshot(name, flags))
  listing(command.command('restore'))
    .description('return to a snapshot; quotas are fresh')
    .argument('<name>', 'name of the snapshot')
    .action(async (name: string, flags: JsonFlags) =>
      (await snapshots()).restoreSnapshot(name, flags),
    )
  listing(command.command('delete'))
    .description('delete snapshots')
    .argument('<name...>', 'names of the snapshots')
    .action(async (names: string[], flags: JsonFlags) =>
      (await snapshots()).deleteSnapshots(names, flags),
    )
  steering(program.command('reset'))
    .description('make a running sandbox, or one account of it, what a fixture has it to be')
    .option('--fixture <name>', 'another fixture of the package, or beside that of the sandbox')
    .action(async (flags: ControlFlags & { fixture?: string }) => (await snapshots()).reset(flags))
}

function listing(command: Command): Command {
  return steering(command).option('--json', 'print JSON')
}

/** As `listing`, for what concerns no single account: one that is named with it would be refused. */
function serverListing(command: Command): Command {
  return asking(command).option('--json', 'print JSON')
}

/** The options that say which sandbox, who is asking, and about which account. */
function steering(command: Command): Command {
  return asking(command).option('--account <id>', 'account that is meant, where it is not clear')
}

function asking(command: Command): Command {
  return command
    .option('--url <address>', 'root of the sandbox (default: http://127.0.0.1:4010; SVC_URL)')
    .option('--admin-token <token>', 'its admin token (SVC_ADMIN_TOKEN)')
    .option('--token <key>', "an account's own full-access key, in place of the admin token")
}
