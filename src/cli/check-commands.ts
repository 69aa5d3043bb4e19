import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { SUITE_OPTIONS } from '../config/suite-options.ts'
import type { CheckFlags } from './check-settings.ts'
import { addFlags, addReplacedFlags } from './suite-flags.ts'

/** The flags as commander reads them. */
type Given = CheckFlags & { config?: string }

export const CONFIG = 'configuration file (default: svc-sandbox.config.* in the working directory)'

const ONE_SERVER = 'root of the API (default: SVC_BASE_URL), or a target of the configuration file'
const CASES = '100'
const LEARNED = 'learned.overlay.yaml'

/** What every run needs to know of a server. */
const SERVER = {
  token: true,
  header: true,
  maxRequests: true,
  rate: true,
  maxWait: true,
  timeout: true,
  allowLiveKey: true,
  verbose: true,
} as const

const OTHER_KEYS = {
  restrictedToken: true,
  limitedToken: true,
  revokedToken: true,
  otherToken: true,
  logoutToken: true,
} as const

/** The commands that send requests of the suite to a server. */
export function addCheckCommands(program: Command): void {
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
    .action(async (places: string[], flags: Given) => {
      const { check } = await import('./check.ts')
      await check(places, flags)
    })
  addFlags(checking, SUITE_OPTIONS, {
    token: 'key to check with; a run sends about 60 requests with it',
    ...OTHER_KEYS,
    readOnly: true,
    level: true,
    thorough: true,
    maxRequests: 'maximum number of requests with the key (default: 80)',
    rate: true,
    maxWait: true,
    timeout: true,
    report: true,
    header: true,
    only: true,
    skip: true,
    strict: true,
    require: true,
    known: true,
    writeKnown: true,
    overlay: true,
    compare: true,
    allowLiveKey: true,
    verbose: true,
  })
  addReplacedFlags(checking, SUITE_OPTIONS)

  const fuzzing = addCommand(program, 'fuzz', {
    does: 'send generated requests to a server, and check its responses against a model',
    run: ({ cases, ...flags }: Given & { cases?: string }) => {
      const { SVC_FUZZ, SVC_REPLAY } = process.env
      const isGiven = cases !== undefined || flags.replay || SVC_FUZZ || SVC_REPLAY
      const fuzz = isGiven ? cases : CASES
      return { ...flags, ...(fuzz !== undefined && { fuzz }) }
    },
  })
  addFlags(fuzzing, SUITE_OPTIONS, {
    ...SERVER,
    restrictedToken: true,
    revokedToken: true,
    otherToken: true,
    readOnly: true,
  })
  fuzzing.addOption(
    new Option('--cases <number>', `number of cases to run (default: ${CASES})`).argParser(aNumber),
  )
  addFlags(fuzzing, SUITE_OPTIONS, { seed: true, replay: true })
  const json = { values: '<json=file>', offers: ['json='], says: 'report to write' }
  addFlags(fuzzing, { report: json }, { report: true })

  const learning = addCommand(program, 'learn', {
    does: 'write how a server differs from our assumptions to an overlay, for a replica; sends up to 170 requests',
    run: ({ to, ...flags }: Given & { to?: string }) => ({
      ...flags,
      learn: to ?? (process.env.SVC_LEARN || LEARNED),
    }),
  })
  addFlags(learning, SUITE_OPTIONS, { ...SERVER, ...OTHER_KEYS })
  learning.option('--to <file>', `overlay to write (default: ${LEARNED})`)
  addFlags(learning, SUITE_OPTIONS, { compare: true, readOnly: true, report: true })

  const cleaning = addCommand(program, 'clean', {
    does: 'delete campaigns that earlier runs left on a server',
    run: (flags: Given) => ({ ...flags, clean: true }),
  })
  addFlags(cleaning, SUITE_OPTIONS, SERVER)
}

/** A command for one server; `run` makes the flags of `check` of its own. */
function addCommand<Flags extends Given>(
  program: Command,
  name: string,
  { does, run }: { does: string; run(flags: Flags): Given },
): Command {
  return program
    .command(name)
    .description(does)
    .addArgument(new Argument('[base_url|target]', ONE_SERVER))
    .option('--config <file>', CONFIG)
    .action(async (place: string | undefined, flags: Flags) => {
      // Only these commands need the suite.
      const { check } = await import('./check.ts')
      await check(place === undefined ? [] : [place], run(flags))
    })
}

function aNumber(value: string): string {
  if (/^[1-9]\d*$/.test(value)) return value
  throw new InvalidArgumentError('It must be a number of at least 1.')
}
