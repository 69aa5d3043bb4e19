#!/usr/bin/env node
import { Argument, Command } from 'commander'
import type { CheckFlags } from './commands/check-settings.ts'
import { addControlCommands } from './commands/control-commands.ts'
import type { DiffFlags } from './commands/diff.ts'
import { DEFAULT_FILE, init } from './commands/init.ts'
import { serve } from './commands/serve.ts'
import { packageVersion } from './package-root.ts'

const program = new Command('svc-sandbox')
  .description(
    'A stateful sandbox of the Search and AI Intelligence Monitoring Service.\nEvery option can be set by an environment variable too: --port is SVC_PORT, and so on.',
  )
  .version(packageVersion())
  .showHelpAfterError('(svc-sandbox --help lists commands and options)')
  // Arguments that are wrong are no verdict on a server, which 1 would be.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

program
  .command('serve')
  .description('start the sandbox')
  .option('--port <number>', 'port to listen on; 0 takes a free one (default: 4010)')
  .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
  .option(
    '--fixture <name|file>',
    'what an empty data folder starts with: demo, empty, starter or a YAML file (default: demo)',
  )
  .option('--seed <number>', 'seed of all generated data (default: 1)')
  .option('--data <folder>', 'where what clients write is kept (default: .svc-sandbox)')
  .option('--ephemeral', 'keep nothing on disk')
  .option('--overlay <file...>', 'OpenAPI overlays that describe how another server differs')
  .option(
    '--api-version <release>',
    'serve the API as of this release: 1.0.0, 1.1.0 or 1.2.0 (default: the newest)',
  )
  .option('--now <time>', 'time that the clock shows at the start, in ISO 8601')
  .option('--public-url <url>', 'where callers reach the server, for absolute links')
  .option(
    '--trust-proxy <number>',
    'how many proxies may tell the address of the caller (default: 0)',
  )
  .option('--no-rate-limits', 'count and show quotas, but refuse nothing')
  .option(
    '--validate-responses',
    'hold every response against the document and fail on a difference',
  )
  .option('--open-signup', 'let visitors of a hosted demo make accounts of their own')
  .option('--max-accounts <number>', 'accounts of visitors there may be at a time (default: 1000)')
  .option(
    '--idle-days <number>',
    'days after which an unused account of a visitor is removed (default: 7)',
  )
  .action(serve)

program
  .command('check')
  .description('check whether a server keeps what the provider states, and report')
  .addArgument(new Argument('[base_url]', 'the API root to check; SVC_BASE_URL if left out'))
  .option('--token <key>', 'the key to check with; a run takes about 70 of its requests')
  .option('--restricted-token <key>', 'a key of few permissions')
  .option('--limited-token <key>', 'a key whose limit is 10 or less; it is used up')
  .option('--revoked-token <key>', 'a key that was deleted')
  .option('--read-only', 'send nothing that could change the server')
  .option(
    '--level <level>',
    'what fails a server: stated, or assumed for our assumptions too (default: stated)',
  )
  .option('--max-requests <number>', 'requests of the main key at most (default: 80)')
  .option('--max-wait <seconds>', 'how long to wait for a quota that is used up (default: 0)')
  .option('--timeout <seconds>', 'how long a response may take (default: 30)')
  .option(
    '--report <kind=file>',
    'write a report: junit, json, html, md or sarif, with its file; may be repeated',
    (value: string, before: string[] = []) => [...before, value],
  )
  .option('--known <file>', 'failures that are accepted, each with owner and expiry')
  .option(
    '--overlay <file...>',
    'OpenAPI overlays that level assumed compares with, as serve takes them',
  )
  .option(
    '--learn <file>',
    'write how the server differs from our assumptions as an overlay; takes about 30 requests more',
  )
  .option('--fuzz <cases>', 'play so many generated cases instead of the fixed requests')
  .option('--seed <number>', 'make the cases of that number again (default: a random one, printed)')
  .option('--replay <file>', 'play the case again that a run with --fuzz has written')
  .option('--other-token <key>', 'a key of another account, for --fuzz to look for leaks')
  .option('--allow-live-key', 'check with a key for production')
  .option('--verbose', 'show every failure and observation in full')
  .action(async (baseUrl: string | undefined, flags: CheckFlags) => {
    // Vitest comes with it, which the other commands do without.
    const { check } = await import('./commands/check.ts')
    await check(baseUrl, flags)
  })

program
  .command('diff')
  .description('tell what two documents or overlays differ in, and what of it breaks a client')
  .argument('<before>', 'an OpenAPI document, overlays (with commas), or packaged')
  .argument('<after>', 'the same')
  .option('--format <format>', 'text, markdown or json (default: text)')
  .option(
    '--fail-on <kind>',
    'what ends with 1: breaking, may-break, any or none (default: breaking)',
  )
  .action(async (before: string, after: string, flags: DiffFlags) => {
    // Nothing else needs the comparison.
    const { diff } = await import('./commands/diff.ts')
    await diff(before, after, flags)
  })

program
  .command('init')
  .description('write a commented fixture of your own to begin with')
  .argument('[file]', 'where to', DEFAULT_FILE)
  .option('--force', 'write over a file that is there already')
  .action(init)

addControlCommands(program)

await program.parseAsync()
