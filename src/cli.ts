#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { serve } from './commands/serve.ts'
import { packageRoot } from './package-root.ts'

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))

const program = new Command('svc-sandbox')
  .description(
    'A stateful sandbox of the Search and AI Intelligence Monitoring Service.\nEvery option can be set by an environment variable too: --port is SVC_PORT, and so on.',
  )
  .version(version)
  .showHelpAfterError('(svc-sandbox --help lists commands and options)')

program
  .command('serve')
  .description('start the sandbox')
  .option('--port <number>', 'port to listen on; 0 takes a free one (default: 4010)')
  .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
  .option(
    '--fixture <name|file>',
    'what an empty data folder starts with: demo, empty or a YAML file (default: demo)',
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
  .action(serve)

await program.parseAsync()
