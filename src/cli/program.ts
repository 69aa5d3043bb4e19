import { Argument, Command, Option } from 'commander'
import { startError } from '../../contract-tests/report/workflow-command.ts'
import { LOG_LEVELS } from '../config/observability.ts'
import { packageVersion } from '../package/package-root.ts'
import { PROXY_MODES } from '../pipeline/upstream.ts'
import type { CheckFlags } from './check-settings.ts'
import { fixtureNames, operationIds, optionWith, withChoices } from './choices.ts'
import type { DiffFlags } from './diff.ts'
import { readDotenv } from './dotenv.ts'
import { describe } from './help.ts'
import { linesOf, note, print, printWorkflowCommands } from './output.ts'
import type { ProxyFlags } from './proxy-settings.ts'
import { serve } from './serve.ts'
import { refuseUnknownCommands } from './unknown-commands.ts'
import { noteUnknownVariables } from './unknown-variables.ts'

const CONFIG = 'configuration file (default: svc-sandbox.config.* in the working directory)'

const repeated = (value: string, before: string[] = []) => [...before, value]

const REPORTS = ['junit=', 'json=', 'html=', 'md=', 'sarif=']

/** Arguments that are about the program itself. */
const OF_PROGRAM = ['-h', '--help', '-V', '--version']

/** The arguments, with `serve` in front of flags alone: `svc-sandbox --port 5000` starts the server. */
export function withCommand(args: readonly string[]): string[] {
  const [first = '-'] = args
  return first.startsWith('-') && !OF_PROGRAM.includes(first) ? ['serve', ...args] : [...args]
}

/** The command line; without `withControl`, it lacks the commands that control a running sandbox. */
export async function createProgram({ withControl }: { withControl: boolean }): Promise<Command> {
  const program = new Command('svc-sandbox')
    .description(
      'A stateful sandbox of the Search and AI Intelligence Monitoring Service.\n' +
        'Without a command, it starts the server: svc-sandbox --port 5000.\n' +
        'An environment variable can set any option of serve, check, proxy and diff: SVC_PORT sets --port.',
    )
    .version(packageVersion())
    .showHelpAfterError('(svc-sandbox --help lists commands and options)')
    .configureOutput({
      writeOut: (text) => print(linesOf(text.trimEnd())),
      writeErr: (text) => note(linesOf(text.trimEnd())),
      outputError: (text) => {
        note(linesOf(text.trimEnd()))
        printWorkflowCommands(startError(text.trim()))
      },
    })
    // A wrong argument must not look like a server that failed its check, which is 1.
    .hook('preAction', () => {
      try {
        readDotenv()
      } catch (error) {
        program.error((error as Error).message)
      }
      noteUnknownVariables(program)
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

  program
    .command('serve')
    .description('start the sandbox')
    .addArgument(new Argument('[target]', 'target of the configuration file to replace'))
    .option('--config <file>', CONFIG)
    .option('--port <number>', 'port to listen on; 0 picks a free one (default: 4010)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .addOption(
      optionWith(
        fixtureNames,
        '--fixture <name|file>',
        'initial data: demo, empty, starter, edges or a YAML file (default: demo)',
      ),
    )
    .option('--seed <number>', 'seed of all generated data (default: 1)')
    .option('--data <folder>', 'folder to store all data in (default: .svc-sandbox)')
    .option('--ephemeral', 'keep all data in memory only')
    .option(
      '--database <url>',
      'PostgreSQL database to store all data in, for any number of replicas; better set as SVC_DATABASE',
    )
    .option('--database-direct <url>', 'PostgreSQL itself, if --database is pgbouncer')
    .option('--no-migrate', 'do not create or update the tables of the database')
    .option(
      '--cache-mb <number>',
      'megabytes of account data to cache, with a database (default: 256)',
    )
    .option('--overlay <file...>', 'OpenAPI overlays that describe how another server differs')
    .option(
      '--api-version <release>',
      'release of the API to serve: 1.0.0, 1.1.0 or 1.2.0 (default: the newest)',
    )
    .option(
      '--now <time>',
      'time at which the clock starts, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC)',
    )
    .option('--public-url <url>', 'public address of the server, for absolute links')
    .option(
      '--base-path <path>',
      'path of the server behind a proxy, such as /sandbox (default: that of --public-url)',
    )
    .option('--https', 'serve HTTPS, with a generated certificate for this machine')
    .option('--tls-cert <file>', 'certificate to serve HTTPS with, in PEM; with --tls-key')
    .option('--tls-key <file>', 'private key of the certificate, in PEM')
    .option('--trust-proxy <number>', 'number of proxies in front of the server (default: 0)')
    .option(
      '--webhook-target <host...>',
      'allowed webhook receivers on this machine or its network, as host or host:port (default: all, for accounts of the operator of a local sandbox)',
    )
    .option(
      '--cors-origin <origin...>',
      'origins of pages that may call the API, such as http://app.test:3000 (default: localhost on loopback, otherwise all)',
    )
    .option(
      '--control-origin <origin...>',
      'origins of pages that may call the control plane (default: none)',
    )
    .option(
      '--frame-ancestors <origin...>',
      'origins of pages that may embed the console and the docs in a frame, and self (default: none)',
    )
    .option('--no-rate-limits', 'count requests and show quotas, but never refuse a request')
    .option('--validate-responses', 'check each response against the document; fail if it differs')
    .option('--open-signup', 'let visitors of a hosted demo create their own accounts')
    .addOption(
      optionWith(
        fixtureNames,
        '--signup-fixture <name|file>',
        'fixture whose first account visitors get a copy of (default: --fixture)',
      ),
    )
    .option('--signups-per-hour <number>', 'sign-ups from one address per hour (default: 5)')
    .option(
      '--signups-per-day <number>',
      'sign-ups from one address per day (default: four times --signups-per-hour)',
    )
    .option('--max-accounts <number>', 'maximum number of visitor accounts (default: 1000)')
    .option('--idle-days <number>', 'days until an unused visitor account is removed (default: 7)')
    .option(
      '--reset-every <time>',
      'real time, such as 24h, after which fixture accounts and visitor accounts are reset (default: never)',
    )
    .option(
      '--drain-seconds <number>',
      'seconds to accept connections after SIGTERM (default: 5 with a database, otherwise 0)',
    )
    .addOption(
      optionWith(
        LOG_LEVELS,
        '--log-level <level>',
        'what the log shows: silent, error, warn, info or debug (default: info)',
      ),
    )
    .option('--open', 'open the console in the browser, if there is a display')
    .action(serve)

  program
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
    .option('--restricted-token <key>', 'key with few permissions')
    .option('--limited-token <key>', 'key with a limit of at most 10 requests; the run uses it up')
    .option('--revoked-token <key>', 'key that was deleted')
    .option('--other-token <key>', 'key of another account, which must not see or change anything')
    .option('--logout-token <key>', 'key that the run may log out')
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
    .addOption(
      optionWith(
        [...REPORTS, 'badge='],
        '--report <kind=file>',
        'report to write: junit, json, html, md, sarif or badge, and its file; can be repeated',
      ).argParser(repeated),
    )
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
    .option(
      '--learn <file>',
      'overlay to write the differences from our assumptions to; sends up to 110 more requests',
    )
    .option(
      '--compare <file>',
      'overlay written by --learn: list what changed since; exit with 1 if it breaks clients',
    )
    .option('--fuzz <cases>', 'number of generated cases to run instead of the fixed requests')
    .option('--seed <number>', 'seed of the cases, to repeat a run of --fuzz (default: random)')
    .option('--replay <file>', 'case to run again, from a file that --fuzz wrote')
    .option('--clean', 'delete campaigns left by earlier runs, and check nothing')
    .option('--allow-live-key', 'allow a production key')
    .option('--verbose', 'show every failure and observation in full')
    .action(async (places: string[], flags: CheckFlags & { config?: string }) => {
      // Only this command needs the suite.
      const { check } = await import('./check.ts')
      await check(places, flags)
    })

  program
    .command('proxy')
    .description(
      'run a sandbox in front of a server: watch, record, replay and replace its responses',
    )
    .addArgument(
      new Argument('[upstream]', 'root of the API of the server (default: SVC_BASE_URL)'),
    )
    .option('--port <number>', 'port to listen on; 0 picks a free one (default: 4020)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .addOption(
      withChoices(
        new Option(
          '--mode <mode>',
          'watch, record, replay, or update the cassette (default: watch)',
        ),
        PROXY_MODES,
      ),
    )
    .option('--cassette <file>', 'HAR file to record to or replay from, without secrets')
    .addOption(
      optionWith(
        ['stated', 'assumed'],
        '--enforce [kind]',
        'refuse requests that contradict stated facts (stated), or that also differ from our assumptions (assumed)',
      ),
    )
    .option('--allow-live-key', 'forward requests with a production key')
    .addOption(
      optionWith(
        async () => [...(await operationIds()), 'all'],
        '--sandbox <operations>',
        'operations that the sandbox answers, separated by commas, or all',
      ).argParser(repeated),
    )
    .option('--sandbox-missing', 'let the sandbox answer what the upstream does not have')
    .addOption(
      optionWith(
        REPORTS,
        '--report <kind=file>',
        'report to write at the end: junit, json, html, md or sarif, and its file; can be repeated',
      ).argParser(repeated),
    )
    .option('--timeout <seconds>', 'maximum wait for a response (default: 30)')
    .option('--ca <file>', 'additional certificate authorities to trust, in PEM')
    .option('--insecure', 'accept any certificate of the upstream')
    .option('--overlay <file...>', 'OpenAPI overlays that describe how the server differs')
    .addOption(
      optionWith(fixtureNames, '--fixture <name|file>', 'data of the sandbox (default: demo)'),
    )
    .option('--data <folder>', 'folder to keep the data of the sandbox in (default: in memory)')
    .addOption(optionWith(LOG_LEVELS, '--log-level <level>', 'what the log shows (default: info)'))
    .option('--token <key>', 'main key of the traffic, if the app sends several')
    .option('--restricted-token <key>', 'key with few permissions')
    .option('--limited-token <key>', 'key with a low limit')
    .option('--revoked-token <key>', 'key that was deleted')
    .option('--other-token <key>', 'key of another account')
    .option('--logout-token <key>', 'key that is logged out')
    .action(async (upstream: string | undefined, flags: ProxyFlags) => {
      // Only this command needs the proxy.
      const { proxy } = await import('./proxy.ts')
      await proxy(upstream, flags)
    })

  program
    .command('diff')
    .description('compare two documents or overlays, and show what breaks a client')
    .argument(
      '<before>',
      'document or overlays, separated by commas; packaged is the document of the sandbox',
    )
    .argument('<after>', 'document or overlays to compare with it')
    .addOption(
      optionWith(
        ['text', 'markdown', 'json'],
        '--format <format>',
        'format of the output: text, markdown or json (default: text)',
      ),
    )
    .addOption(
      optionWith(
        ['breaking', 'may-break', 'any', 'none'],
        '--fail-on <kind>',
        'differences that make it exit with 1: breaking, may-break, any or none (default: breaking)',
      ),
    )
    .action(async (before: string, after: string, flags: DiffFlags) => {
      // Nothing else needs the comparison.
      const { diff } = await import('./diff.ts')
      await diff(before, after, flags)
    })

  if (withControl) {
    const { addLocalCommands } = await import('./local-commands.ts')
    addLocalCommands(program)
    const { addControlCommands } = await import('./control/commands.ts')
    addControlCommands(program)
  }
  describe(program)
  refuseUnknownCommands(program)
  return program
}
