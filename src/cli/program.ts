import { Argument, Command, Option } from 'commander'
import { startError } from '../../contract-tests/report/workflow-command.ts'
import { packageVersion } from '../package/package-root.ts'
import { PROXY_MODES } from '../pipeline/upstream.ts'
import { addCheckCommands, CONFIG, REPORTS, repeated } from './check-commands.ts'
import { operationIds, optionWith, withChoices } from './choices.ts'
import type { DiffFlags } from './diff.ts'
import { readDotenv } from './dotenv.ts'
import { describe } from './help.ts'
import { addSandboxFlags, addServeFlags } from './option-flags.ts'
import { linesOf, note, print, printWorkflowCommands } from './output.ts'
import type { ProxyFlags } from './proxy-settings.ts'
import { serve } from './serve.ts'
import { PROXY_PORT } from './serving.ts'
import { refuseUnknownCommands } from './unknown-commands.ts'
import { noteUnknownVariables } from './unknown-variables.ts'

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

  const serving = program
    .command('serve')
    .description('start the sandbox')
    .addArgument(new Argument('[target]', 'target of the configuration file to replace'))
    .option('--config <file>', CONFIG)
  addServeFlags(serving)
  serving.option('--open', 'open the console in the browser, if there is a display').action(serve)

  addCheckCommands(program)

  const proxying = program
    .command('proxy')
    .description(
      'run a sandbox in front of a server: watch, record, replay and replace its responses',
    )
    .addArgument(
      new Argument('[upstream]', 'root of the API of the server (default: SVC_BASE_URL)'),
    )
  addSandboxFlags(proxying, { port: { served: PROXY_PORT }, host: {} })
  proxying
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
  addSandboxFlags(proxying, {
    overlay: { says: 'OpenAPI overlays that describe how the server differs' },
    fixture: { says: 'data of the sandbox' },
    data: { says: 'folder to keep the data of the sandbox in', usual: 'in memory' },
    logLevel: { says: 'what the log shows' },
  })
  proxying
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
