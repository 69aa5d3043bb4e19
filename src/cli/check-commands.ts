import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { SUITE_OPTIONS } from '../config/suite-options.ts'
import type { CheckFlags } from './check-settings.ts'
import { addFlags } from './suite-flags.ts'

/** The flags as commander reads them. */
type Given = CheckFlags & { config?: string }

export const CONFIG = 'configuration file (default: svc-sandbox.config.* in the working directory)'

const ONE_SERVER = 'root of the API (default: SVC_BASE_URL), or a target of the configuration file'
const CASES = '100'
const LEARNED = 'learned.overlay.yaml'

const { baseUrl: _, ...OF_CHECK } = SUITE_OPTIONS
const { token, header, maxRequests, rate, maxWait, timeout, allowLiveKey, verbose } = OF_CHECK
const { restrictedToken, limitedToken, revokedToken, otherToken, logoutToken } = OF_CHECK
const { readOnly, seed, replay, compare, report } = OF_CHECK

/** What every run needs to know of a server. */
const SERVER = { token, header, maxRequests, rate, maxWait, timeout, allowLiveKey, verbose }
const OTHER_KEYS = { restrictedToken, limitedToken, revokedToken, otherToken, logoutToken }

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
  addFlags(checking, {
    ...OF_CHECK,
    token: { ...token, says: 'key to check with; a run sends about 60 requests with it' },
    maxRequests: { ...maxRequests, says: 'maximum number of requests with the key (default: 80)' },
  })

  const fuzzing = addCommand(program, 'fuzz', {
    does: 'send generated requests to a server, and check its responses against a model',
    run: ({ cases, ...flags }: Given & { cases?: string }) => {
      const { SVC_FUZZ, SVC_REPLAY } = process.env
      const isGiven = cases !== undefined || flags.replay || SVC_FUZZ || SVC_REPLAY
      const fuzz = isGiven ? cases : CASES
      return { ...flags, ...(fuzz !== undefined && { fuzz }) }
    },
  })
  addFlags(fuzzing, { ...SERVER, restrictedToken, revokedToken, otherToken, readOnly })
  fuzzing.addOption(
    new Option('--cases <number>', `number of cases to run (default: ${CASES})`).argParser(aNumber),
  )
  const json = { values: '<json=file>', offers: ['json='], says: 'report to write' }
  addFlags(fuzzing, { seed, replay, report: json })

  const learning = addCommand(program, 'learn', {
    does: 'write how a server differs from our assumptions to an overlay, for a replica; sends up to 170 requests',
    run: ({ to, ...flags }: Given & { to?: string }) => ({
      ...flags,
      learn: to ?? (process.env.SVC_LEARN || LEARNED),
    }),
  })
  addFlags(learning, { ...SERVER, ...OTHER_KEYS })
  learning.option('--to <file>', `overlay to write (default: ${LEARNED})`)
  addFlags(learning, { compare, readOnly, report })

  const cleaning = addCommand(program, 'clean', {
    does: 'delete campaigns that earlier runs left on a server',
    run: (flags: Given) => ({ ...flags, clean: true }),
  })
  addFlags(cleaning, SERVER)
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
