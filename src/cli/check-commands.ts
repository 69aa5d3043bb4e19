import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { CheckFlags } from './check-settings.ts'
import { operationIds, optionWith } from './choices.ts'

/** The flags as commander reads them. */
type Given = CheckFlags & { config?: string }

export const CONFIG = 'configuration file (default: svc-sandbox.config.* in the working directory)'

export const repeated = (value: string, before: string[] = []) => [...before, value]

export const REPORTS = ['junit=', 'json=', 'html=', 'md=', 'sarif=']

const ONE_SERVER = 'root of the API (default: SVC_BASE_URL), or a target of the configuration file'
const CASES = '100'
const LEARNED = 'learned.overlay.yaml'
const COMPARE =
  'overlay written by learn: list what changed since; exit with 1 if it breaks clients'

/** The commands that send requests of the suite to a server. */
export function addCheckCommands(program: Command): void {
  addCheck(program)

  const fuzzing = program
    .command('fuzz')
    .description('send generated requests to a server, and check its responses against a model')
    .addArgument(new Argument('[base_url|target]', ONE_SERVER))
  addServer(fuzzing)
    .option('--restricted-token <key>', 'key with few permissions')
    .option('--revoked-token <key>', 'key that was deleted')
    .option('--other-token <key>', 'key of another account, which must not see or change anything')
    .option('--read-only', 'send only requests that change nothing')
    .addOption(
      new Option('--cases <number>', `number of cases to run (default: ${CASES})`).argParser(
        aNumber,
      ),
    )
    .option('--seed <number>', 'seed of the cases, to repeat a run (default: random)')
    .option('--replay <file>', 'case to run again, from a file that a run wrote')
    .addOption(optionWith(['json='], '--report <json=file>', 'report to write').argParser(repeated))
    .action(async (place: string | undefined, { cases, ...flags }: Given & { cases?: string }) => {
      const { SVC_FUZZ, SVC_REPLAY } = process.env
      const isGiven = cases !== undefined || flags.replay || SVC_FUZZ || SVC_REPLAY
      const fuzz = isGiven ? cases : CASES
      await run(place, { ...flags, ...(fuzz !== undefined && { fuzz }) })
    })

  const learning = program
    .command('learn')
    .description(
      'write how a server differs from our assumptions to an overlay, for a replica; sends up to 170 requests',
    )
    .addArgument(new Argument('[base_url|target]', ONE_SERVER))
  addOtherKeys(addServer(learning))
    .option('--to <file>', `overlay to write (default: ${LEARNED})`)
    .option('--compare <file>', COMPARE)
    .option('--read-only', 'send only requests that change nothing')
    .addOption(reports())
    .action(async (place: string | undefined, { to, ...flags }: Given & { to?: string }) =>
      run(place, { ...flags, learn: to ?? (process.env.SVC_LEARN || LEARNED) }),
    )

  const cleaning = program
    .command('clean')
    .description('delete campaigns that earlier runs left on a server')
    .addArgument(new Argument('[base_url|target]', ONE_SERVER))
  addServer(cleaning).action(async (place: string | undefined, flags: Given) =>
    run(place, { ...flags, clean: true }),
  )
}

function aNumber(value: string): string {
  if (/^[1-9]\d*$/.test(value)) return value
  throw new InvalidArgumentError('It must be a number of at least 1.')
}

async function run(place: string | undefined, flags: Given): Promise<void> {
  // Only these commands need the suite.
  const { check } = await import('./check.ts')
  await check(place === undefined ? [] : [place], flags)
}

/** What every run needs to know of a server. */
function addServer(command: Command): Command {
  return command
    .option('--config <file>', CONFIG)
    .option('--token <key>', 'key to send requests with')
    .option(
      '--header <header>',
      "header to send with every request, such as 'X-Gateway: blue'; can be repeated",
      repeated,
    )
    .option('--max-requests <number>', 'maximum number of requests with the key')
    .option('--rate <number>', 'maximum number of requests per second (default: unlimited)')
    .option('--max-wait <seconds>', 'maximum wait for a throttle or a used-up quota (default: 15)')
    .option('--timeout <seconds>', 'maximum wait for a response (default: 30)')
    .option('--allow-live-key', 'allow a production key')
    .option('--verbose', 'show every failure and observation in full')
}

function addOtherKeys(command: Command): Command {
  return command
    .option('--restricted-token <key>', 'key with few permissions')
    .option('--limited-token <key>', 'key with a limit of at most 10 requests; the run uses it up')
    .option('--revoked-token <key>', 'key that was deleted')
    .option('--other-token <key>', 'key of another account, which must not see or change anything')
    .option('--logout-token <key>', 'key that the run may log out')
}

function reports(): Option {
  return optionWith(
    [...REPORTS, 'badge='],
    '--report <kind=file>',
    'report to write: junit, json, html, md, sarif or badge, and its file; can be repeated',
  ).argParser(repeated)
}

function addCheck(program: Command): void {
  const checking = program
    .command('check')
    .description('check whether a server conforms to the specification')
    .addArgument(
      new Argument(
        '[base_url|target...]',
        'root of the API to check (default: SVC_BASE_URL), or targets of the configuration file',
      ),
    )
    .option('--config <file>', CONFIG)
    .option('--token <key>', 'key to check with; a run sends about 60 requests with it')
  addOtherKeys(checking)
    .option('--read-only', 'send only requests that change nothing')
    .addOption(
      optionWith(
        ['stated', 'assumed'],
        '--level <level>',
        'what to check: stated facts, or also what is assumed (default: stated)',
      ),
    )
    .option('--thorough', 'send up to 220 requests with the key: more pages and larger requests')
    .option('--max-requests <number>', 'maximum number of requests with the key (default: 80)')
    .option('--rate <number>', 'maximum number of requests per second (default: unlimited)')
    .option('--max-wait <seconds>', 'maximum wait for a throttle or a used-up quota (default: 15)')
    .option('--timeout <seconds>', 'maximum wait for a response (default: 30)')
    .addOption(reports())
    .option(
      '--header <header>',
      "header to send with every request, such as 'X-Gateway: blue'; can be repeated",
      repeated,
    )
    .addOption(
      optionWith(
        operationIds,
        '--only <list>',
        'facts (2.23), sections (§7) or operations (getRankings) to judge, separated by commas',
      ).argParser(repeated),
    )
    .addOption(
      optionWith(
        operationIds,
        '--skip <list>',
        'facts, sections or operations to leave out; these operations are not called',
      ).argParser(repeated),
    )
    .option('--strict', 'exit with 1 unless every fact is proved')
    .option(
      '--require <number|facts>',
      'facts that must be proved, such as 120 or 2.23,7.1; exit with 1 otherwise',
    )
    .option('--known <file>', 'accepted failures, each with an owner and an expiry date')
    .option(
      '--write-known <file>',
      'file to write the failures of this run to, accepted for 30 days',
    )
    .option('--overlay <file...>', 'OpenAPI overlays to compare with at level assumed')
    .addOption(hidden('--learn <file>', 'svc-sandbox learn'))
    .option('--compare <file>', COMPARE)
    .addOption(hidden('--fuzz <cases>', 'svc-sandbox fuzz'))
    .addOption(hidden('--seed <number>', 'svc-sandbox fuzz'))
    .addOption(hidden('--replay <file>', 'svc-sandbox fuzz'))
    .addOption(hidden('--clean', 'svc-sandbox clean'))
    .option('--allow-live-key', 'allow a production key')
    .option('--verbose', 'show every failure and observation in full')
    .action(async (places: string[], flags: Given) => {
      const { check } = await import('./check.ts')
      await check(places, flags)
    })
}

/** A flag of former versions, which has a command of its own now. */
function hidden(flags: string, command: string): Option {
  return new Option(flags, `the same as ${command}`).hideHelp()
}
