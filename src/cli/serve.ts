import { databaseAddress, replacePlaces } from '../config/database-options.ts'
import { readConfigFile } from '../config/load.ts'
import {
  BASE_PATH,
  ConfigError,
  givenOptions,
  optionsFromEnvironment,
  parseInteger,
  type SandboxOptions,
} from '../config.ts'
import { FixtureError } from '../fixtures/fixture-source.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { DatabaseError } from '../postgres/database-error.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { StoreError } from '../store/store-error.ts'
import { counted } from './output.ts'
import { serveOptionsOf } from './targets.ts'

/** The flags of `svc-sandbox serve` as commander reads them. */
export type ServeFlags = {
  [Name in 'ephemeral' | 'validateResponses' | 'openSignup']?: true
} & {
  [Name in
    | ('port' | 'seed' | 'trustProxy' | 'maxAccounts' | 'idleDays' | 'cacheMb' | 'drainSeconds')
    | ('database' | 'databaseDirect')
    | ('host' | 'fixture' | 'data' | 'apiVersion' | 'now' | 'publicUrl')]?: string
} & { overlay?: string[]; config?: string; rateLimits: boolean; migrate: boolean }

const DEFAULT_PORT = 4010
const DEFAULT_FOLDER = '.svc-sandbox'

/** `svc-sandbox serve`: runs until SIGTERM, SIGINT or SIGHUP. The exit code is 2 if it cannot start. */
export async function serve(target: string | undefined, flags: ServeFlags): Promise<void> {
  try {
    const options = readOptions(flags, await configuredOptions(target, flags.config))
    const sandbox = await started(options)
    // Before the greeting, because its reader may stop the process at once.
    closeOnSignal(sandbox)
    // A machine that reads standard output wants only the log.
    const terminal = process.stdout.isTTY ? process.stdout : process.stderr
    terminal.write(greeting(sandbox, options))
  } catch (error) {
    if (!isForTheUser(error)) throw error
    process.stderr.write(`svc-sandbox could not start.\n${error.message}\n`)
    process.exitCode = 2
  }
}

/** The sandbox, as soon as its database can be used. */
async function started(options: SandboxOptions): Promise<Sandbox> {
  while (true) {
    try {
      return await createSandbox(options)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // Loads the client of PostgreSQL.
      const { databaseReturns, mayPass } = await import('./waiting.ts')
      if (!mayPass(error)) throw error
      await databaseReturns(options, error)
    }
  }
}

/** The options of the configuration file, if there is one. */
async function configuredOptions(
  target: string | undefined,
  file: string | undefined,
): Promise<SandboxOptions> {
  const found = await readConfigFile(file || process.env.SVC_CONFIG || undefined)
  return serveOptionsOf(found, target || undefined)
}

function readOptions(
  { config: _, ...flags }: ServeFlags,
  configured: SandboxOptions,
): SandboxOptions {
  const number = (value: string | undefined, flag: string) =>
    value ? parseInteger(value, flag) : undefined
  const given = givenOptions({
    ...flags,
    port: number(flags.port, '--port'),
    seed: number(flags.seed, '--seed'),
    trustProxy: number(flags.trustProxy, '--trust-proxy'),
    rateLimits: flags.rateLimits ? undefined : false,
    maxAccounts: number(flags.maxAccounts, '--max-accounts'),
    idleDays: number(flags.idleDays, '--idle-days'),
    migrate: flags.migrate ? undefined : false,
    cacheMb: number(flags.cacheMb, '--cache-mb'),
    drainSeconds: number(flags.drainSeconds, '--drain-seconds'),
  })
  const environment = optionsFromEnvironment(process.env, given)
  // A flag also wins over a variable that contradicts it.
  for (const [lower, higher] of [
    [environment, given],
    [configured, environment],
    [configured, given],
  ] as const) {
    replacePlaces(lower, higher)
  }
  // An unset variable of a shell script: each replica would keep data of its own.
  if (flags.database === '')
    throw new ConfigError('--database is empty. Give it an address, or leave it out.')
  const options: SandboxOptions = {
    port: DEFAULT_PORT,
    ...givenOptions(configured),
    ...givenOptions(environment),
    ...given,
    log: process.stdout.isTTY ? 'terminal' : 'json',
  }
  if (!options.ephemeral && options.database === undefined) options.data ??= DEFAULT_FOLDER
  // Load balancers look every few seconds whether a replica is ready.
  if (options.database !== undefined) options.drainSeconds ??= 5
  return options
}

function greeting(sandbox: Sandbox, options: SandboxOptions): string {
  const here = `http://${visibleHost(options.host)}:${sandbox.port}`
  const root = sandbox.publicUrl ?? here
  const key = sandbox.hasDemoKey ? 'svc_test_demo' : 'a key of the fixture'
  const token = sandbox.hasDemoKey ? 'svc_test_demo' : '<API token>'
  return `
  svc-sandbox  API ${sandbox.apiVersion}

  Console      ${root}/
  Base URL     ${root}${BASE_PATH}
  Key          ${key}
  Document     ${root}/openapi.json
  Docs         ${root}/docs
  State        ${state(sandbox, options)}

  Try          curl '${here}${BASE_PATH}/campaigns?limit=1' -H 'Authorization: Bearer ${token}'

`
}

/** The listening address as a caller on this machine can write it. */
function visibleHost(host = '127.0.0.1'): string {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
  if (isThisMachine) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function state({ start }: Sandbox, options: SandboxOptions): string {
  const { fixture = 'demo', data, database } = options
  const home = database === undefined ? data : databaseAddress(database)
  const unlimited = options.rateLimits === false ? '; quotas are not enforced' : ''
  if (start.kept > 0) {
    const unused = options.fixture !== undefined || options.seed !== undefined
    const hint = unused ? '; --fixture and --seed apply after a reset or in a new folder' : ''
    return `${counted(start.kept, 'account')} kept in ${home}${hint}${unlimited}`
  }
  const place = options.ephemeral ? 'kept in memory only' : `kept in ${home}`
  return `${counted(start.seeded, 'account')} from fixture ${fixture}, ${place}${unlimited}`
}

function closeOnSignal(sandbox: Sandbox): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Once: a second signal ends the process at once, as by default.
    process.once(signal, () => void close(sandbox))
  }
  // The terminal was closed. With nohup, too: that a signal was ignored is lost when Node starts, which gives each its
  // default action, and that would be to end at once.
  process.once('SIGHUP', async () => {
    await close(sandbox)
    // Node aborts in its own exit when it can't give back a terminal that is gone.
    process.kill(process.pid, 'SIGHUP')
  })
  // It is gone a moment before the signal comes.
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.isTTY) stream.on('error', () => {})
  }
}

function close(sandbox: Sandbox): Promise<void> {
  process.stderr.write('Closing: finishing open requests and writing changes.\n')
  return sandbox.close()
}

function isForTheUser(error: unknown): error is Error {
  return [ConfigError, DocumentError, FixtureError, StoreError].some(
    (kind) => error instanceof kind,
  )
}
