import { constants } from 'node:os'
import { databaseAddress, replacePlaces } from '../config/database-options.ts'
import { type ConfigFile, readConfigFile } from '../config/load.ts'
import { OPTIONS } from '../config/options.ts'
import { blamed, type Flags, optionsFromFlags } from '../config/sources.ts'
import {
  API_PATH,
  ConfigError,
  givenOptions,
  optionsFromEnvironment,
  readConfig,
  type SandboxOptions,
} from '../config.ts'
import { rootOf } from '../connection/base-url.ts'
import { FixtureError } from '../fixtures/fixture-error.ts'
import { packagedNames } from '../fixtures/packaged-fixture.ts'
import { createLog, type Log } from '../log.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { DatabaseError } from '../postgres/database-error.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { StoreError } from '../store/store-error.ts'
import { createClock } from '../time/clock.ts'
import { MINUTE_MS } from '../time/duration.ts'
import { counted, minuteOf, note, noteError, print } from './output.ts'
import { onceStopped, visibleHost } from './serving.ts'
import { Starting } from './starting.ts'
import { originIn, serveOptionsOf } from './targets.ts'

/** The flags of `svc-sandbox serve` as commander reads them. */
type ServeFlags = Flags & { config?: string; open?: true }

/** `svc-sandbox serve`: runs until SIGTERM, SIGINT or SIGHUP. The exit code is 2 if it cannot start. */
export async function serve(target: string | undefined, flags: ServeFlags): Promise<void> {
  let file: ConfigFile | undefined
  let log: Log | undefined
  try {
    file = await readConfigFile(flags.config || process.env.SVC_CONFIG || undefined)
    const options = readOptions(flags, configured(file, target || undefined))
    // On a terminal, the messages on standard error are enough.
    if (options.log === 'json') log = createLog(readConfig(options), createClock())
    const sandbox = await started(options, log)
    // A machine that reads standard output wants only the log.
    const write = process.stdout.isTTY ? print : note
    write(greeting(sandbox, options))
    if (sandbox.certificate?.warning) note(sandbox.certificate.warning)
    if (flags.open) {
      const { openBrowser } = await import('./open-browser.ts')
      await openBrowser(`${addressOf(sandbox, options)}/`)
    }
  } catch (error) {
    if (!isForTheUser(error)) throw error
    log?.failure('svc-sandbox could not start', error)
    noteError(blamed(error, originIn(flags, file, target)), 'svc-sandbox could not start.')
    process.exitCode = 2
  }
}

/** The options of a target. Throws ConfigError, with the flag that was meant by a port or a fixture. */
function configured(file: ConfigFile | undefined, target: string | undefined): SandboxOptions {
  try {
    return serveOptionsOf(file, target)
  } catch (error) {
    const isFixture = /\.ya?ml$/.test(target ?? '') || packagedNames().includes(target ?? '')
    const flag = /^\d+$/.test(target ?? '') ? '--port' : isFixture ? '--fixture' : undefined
    if (flag === undefined || !(error instanceof ConfigError)) throw error
    throw new ConfigError(`${error.message} Did you mean ${flag} ${target}?`, { cause: error })
  }
}

/** The sandbox, as soon as it can be used. Until then, another server answers on its port. */
async function started(options: SandboxOptions, log: Log | undefined): Promise<Sandbox> {
  const starting = new Starting(options)
  // In a container, the process has the number 1, which no signal ends by itself.
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of STOPPING) process.once(signal, end)
  const said = new Set<string>()
  // Each message once: a database may accept connections, and nothing else.
  const say = (message: string) => {
    if (said.has(message)) return
    said.add(message)
    note(message)
    log?.notice(message)
  }
  try {
    while (true) {
      try {
        const sandbox = await createSandbox(options, { standIn: starting })
        // Before the other handlers go, without which a signal that has just arrived would be lost.
        onceStopped((signal) => close(sandbox, signal))
        return sandbox
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        // Loads the client of PostgreSQL.
        const { databaseReturns, mayPass } = await import('./waiting.ts')
        if (!mayPass(error)) throw error
        await databaseReturns(options.database as string, error, { starting, say })
      }
    }
  } catch (error) {
    await starting.close()
    throw error
  } finally {
    for (const signal of STOPPING) process.off(signal, end)
  }
}

const STOPPING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT']

function readOptions(flags: ServeFlags, configured: SandboxOptions): SandboxOptions {
  const given = optionsFromFlags(flags)
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
    port: OPTIONS.port.served,
    ...givenOptions(configured),
    ...givenOptions(environment),
    ...given,
    log: process.stdout.isTTY ? 'terminal' : 'json',
  }
  if (!options.ephemeral && options.database === undefined) options.data ??= OPTIONS.data.served
  // Load balancers look every few seconds whether a replica is ready.
  if (options.database !== undefined) options.drainSeconds ??= 5
  return options
}

function greeting(sandbox: Sandbox, options: SandboxOptions): string[] {
  const clock = clockThatWasSet(sandbox)
  const here = addressOf(sandbox, options)
  const root = sandbox.publicUrl ?? here
  const reads = options.openSignup ? ' (read-only; visitors sign up)' : ''
  const key = (sandbox.hasDemoKey ? 'svc_test_demo' : 'a key of the fixture') + reads
  const token = sandbox.hasDemoKey ? 'svc_test_demo' : '<API token>'
  const ca = generated(sandbox, options) ? ` --cacert ${sandbox.certificate?.file}` : ''
  return [
    '',
    `  svc-sandbox  API ${sandbox.apiVersion}`,
    '',
    `  Console      ${root}/`,
    `  Base URL     ${root}${API_PATH}`,
    `  Key          ${key}`,
    `  Document     ${root}/openapi.json`,
    `  Docs         ${root}/docs`,
    ...(sandbox.certificate ? [`  Certificate  ${sandbox.certificate.file}`] : []),
    `  State        ${state(sandbox, options)}`,
    ...(clock === undefined ? [] : [`  Clock        ${clock}`]),
    '',
    `  Try          curl '${here}${API_PATH}/campaigns?limit=1' -H 'Authorization: Bearer ${token}'${ca}`,
    '',
  ]
}

/** The time of the account that commands use by default; undefined if it is the real time. */
function clockThatWasSet({ start: { now } }: Sandbox): string | undefined {
  const isReal = now && Math.abs(now.getTime() - createClock().wallTime()) < MINUTE_MS
  return !now || isReal ? undefined : `${minuteOf(now.toISOString())} UTC`
}

/** The address of the sandbox for a caller on this machine. */
function addressOf(sandbox: Sandbox, { host }: SandboxOptions): string {
  const { protocol, pathname } = new URL(rootOf(sandbox.url))
  const path = pathname.replace(/\/$/, '')
  return `${protocol}//${visibleHost(host)}:${sandbox.port}${path}`
}

/** Whether callers do not trust the certificate yet. */
function generated({ certificate }: Sandbox, { tlsCert }: SandboxOptions): boolean {
  return certificate !== undefined && tlsCert === undefined
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

function close(sandbox: Sandbox, reason: NodeJS.Signals): Promise<void> {
  note('Closing: finishing open requests and writing changes.')
  return sandbox.close(reason)
}

function isForTheUser(error: unknown): error is Error {
  return [ConfigError, DocumentError, FixtureError, StoreError].some(
    (kind) => error instanceof kind,
  )
}
