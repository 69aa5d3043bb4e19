import { Argument, Command } from 'commander'
import { startError } from '../../contract-tests/report/workflow-command.ts'
import { packageVersion } from '../package/package-root.ts'
import { addCheckCommands, CONFIG } from './check-commands.ts'
import { optionWith } from './choices.ts'
import type { DiffFlags } from './diff.ts'
import { readDotenv } from './dotenv.ts'
import { describe } from './help.ts'
import { addServeFlags } from './option-flags.ts'
import { linesOf, note, print, printWorkflowCommands } from './output.ts'
import { addProxy, type ProxyFlags } from './proxy-command.ts'
import { serve } from './serve.ts'
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

  addProxy(program).action(async (upstream: string | undefined, flags: ProxyFlags) => {
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
