import {
  BASE_PATH,
  ConfigError,
  givenOptions,
  optionsFromEnvironment,
  parseInteger,
  type SandboxOptions,
} from '../config.ts'
import { DocumentError } from '../document/document-error.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { FixtureError } from '../store/fixture-error.ts'
import { StoreError } from '../store/store-error.ts'

/** The flags of `svc-sandbox serve` as commander reads them. */
export interface ServeFlags {
  port?: string
  host?: string
  fixture?: string
  seed?: string
  data?: string
  ephemeral?: true
  overlay?: string[]
  apiVersion?: string
  now?: string
  publicUrl?: string
  trustProxy?: string
  /** True unless --no-rate-limits was given. */
  rateLimits: boolean
  validateResponses?: true
  openSignup?: true
  maxAccounts?: string
  idleDays?: string
}

const DEFAULT_PORT = 4010
const DEFAULT_FOLDER = '.svc-sandbox'

/** `svc-sandbox serve`: runs until SIGTERM, SIGINT or SIGHUP. Ends with 2 when it could not start. */
export async function serve(flags: ServeFlags): Promise<void> {
  try {
    const options = readOptions(flags)
    const sandbox = await createSandbox(options)
    // Before the greeting: whoever reads it may tell the process to end at once.
    closeOnSignal(sandbox)
    // Standard output holds the log alone when a machine reads it.
    const terminal = process.stdout.isTTY ? process.stdout : process.stderr
    terminal.write(greeting(sandbox, options))
  } catch (error) {
    if (!isForTheUser(error)) throw error
    process.stderr.write(`svc-sandbox could not start.\n${error.message}\n`)
    process.exitCode = 2
  }
}

function readOptions(flags: ServeFlags): SandboxOptions {
  const number = (value: string | undefined, flag: string) =>
    value ? parseInteger(value, flag) : undefined
  const given = givenOptions({
    port: number(flags.port, '--port'),
    host: flags.host,
    fixture: flags.fixture,
    seed: number(flags.seed, '--seed'),
    data: flags.data,
    ephemeral: flags.ephemeral,
    overlay: flags.overlay,
    apiVersion: flags.apiVersion,
    now: flags.now,
    publicUrl: flags.publicUrl,
    trustProxy: number(flags.trustProxy, '--trust-proxy'),
    rateLimits: flags.rateLimits ? undefined : false,
    validateResponses: flags.validateResponses,
    openSignup: flags.openSignup,
    maxAccounts: number(flags.maxAccounts, '--max-accounts'),
    idleDays: number(flags.idleDays, '--idle-days'),
  })
  const environment = optionsFromEnvironment(process.env, given)
  // A flag wins over a variable, also over one that would contradict it.
  if (given.data !== undefined) delete environment.ephemeral
  if (given.ephemeral) delete environment.data
  const options: SandboxOptions = {
    port: DEFAULT_PORT,
    ...givenOptions(environment),
    ...given,
    log: process.stdout.isTTY ? 'terminal' : 'json',
  }
  if (!options.ephemeral) options.data ??= DEFAULT_FOLDER
  return options
}

function greeting(sandbox: Sandbox, options: SandboxOptions): string {
  const here = `http://${visibleHost(options.host)}:${sandbox.port}`
  const root = sandbox.publicUrl ?? here
  const key = sandbox.hasDemoKey ? 'svc_test_demo' : 'one of those in the fixture'
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
  const { fixture = 'demo', data } = options
  const unlimited = options.rateLimits === false ? '; no request is refused for its quota' : ''
  if (start.kept > 0) {
    const unused = options.fixture !== undefined || options.seed !== undefined
    const hint = unused ? '; --fixture and --seed count after a reset or in a new folder' : ''
    return `${count(start.kept)} kept in ${data}${hint}${unlimited}`
  }
  const place = options.ephemeral ? 'kept in memory only' : `kept in ${data}`
  return `${count(start.seeded)} from fixture ${fixture}, ${place}${unlimited}`
}

function count(accounts: number): string {
  return `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`
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
  process.stderr.write('Closing: answering what was accepted, writing what was changed.\n')
  return sandbox.close()
}

function isForTheUser(error: unknown): error is Error {
  return [ConfigError, DocumentError, FixtureError, StoreError].some(
    (kind) => error instanceof kind,
  )
}
