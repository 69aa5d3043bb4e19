import { StoreError } from '../store/store-error.ts'

/** Why the database could not be used. */
export type DatabaseProblem =
  /** No connection: it is down, restarting or unreachable, or refused us. */
  | 'away'
  /** The connection ended, or there was no answer in time: the statement may or may not have been executed. */
  | 'unknown outcome'
  /** All connections are in use. */
  | 'exhausted'
  | 'full'
  | 'read-only'
  /** Cancelled by the database: by its administrator, a timeout, a deadlock or a conflict. Nothing was changed. */
  | 'cancelled'
  /** The sandbox is closing. */
  | 'closed'

/** The database could not do its work. The statement is never sent again; callers may try again later. */
export class DatabaseError extends StoreError {
  override readonly name = 'DatabaseError'
  readonly problem: DatabaseProblem
  /** SQLSTATE, or the code of the operating system, if there is one. */
  readonly code: string | undefined
  override readonly told: string
  override readonly outcome: 'undone' | 'unknown'
  override readonly isKnown: boolean

  constructor(problem: DatabaseProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
    this.code = codeOf(cause)
    const isUnknown = problem === 'unknown outcome'
    this.told = `The database of the sandbox ${isUnknown ? 'did not answer' : 'is not available'}`
    this.outcome = isUnknown ? 'unknown' : 'undone'
    this.isKnown = problem === 'away' || problem === 'closed'
  }
}

/** Whether a row with this key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** SQLSTATE or system code of an error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'the name of its host was not found',
  EAI_AGAIN: 'the name of its host was not found',
}

/** Codes of Node for a certificate or an encryption that one side does not accept. */
const TLS =
  /^(CERT_|CRL_|DEPTH_ZERO_|EPROTO|ERR_OSSL_|ERR_SSL_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|SELF_SIGNED_|UNABLE_TO_)/

/** Wrong user or password, no such database, no permission, and parameters that pgbouncer refuses, by SQLSTATE. */
const REFUSED = /^(28|3D|42|08P01)/

/** Failures of pg without a code. */
const REFUSED_WORDS = /^(SASL|The server does not support SSL)/

/** Whether the database refuses us, or we refuse it, which waiting does not change. */
export function isPermanent({ code = '', cause }: DatabaseError): boolean {
  const { message = '', syscall } = (cause ?? {}) as NodeJS.ErrnoException
  // A file of the address, such as `sslrootcert`.
  return REFUSED.test(code) || TLS.test(code) || REFUSED_WORDS.test(message) || syscall === 'open'
}

/** What the owner can do about a connection that failed for this reason. */
function wayOut(code: string, reason: string): string {
  if (/unsupported startup parameter/.test(reason)) {
    return ' Behind pgbouncer, name PostgreSQL itself with --database-direct.'
  }
  if (/does not support SSL/.test(reason)) {
    return ' Turn on ssl in PostgreSQL, or leave sslmode out of the address.'
  }
  if (/ALTNAME|HOSTNAME/.test(code)) return ' Use a host name of its certificate in the address.'
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) {
    return ' Name the certificate of its authority in the address: sslrootcert=FILE.'
  }
  return ''
}

/** The failure to get a connection, as a DatabaseError. */
export function connectionFailure(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  const code = codeOf(error)
  const reason =
    UNREACHABLE[code ?? ''] ?? (error instanceof Error ? error.message || code : String(error))
  if (code === '53300' || reason === 'timeout exceeded when trying to connect') {
    const message = `All connections to the database are in use (${reason}).`
    return new DatabaseError('exhausted', message, error)
  }
  const said = String(reason).replace(/\.$/, '')
  return new DatabaseError(
    'away',
    `There is no connection to the database: ${said}.${wayOut(code ?? '', said)}`,
    error,
  )
}

/**
 * The failure of a statement that was sent. Errors in the statement itself, such as unique violations, stay as they
 * are, with their SQLSTATE in `code`.
 */
export function statementFailure(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const { message } = error
  const code = codeOf(error)
  if (!isSqlState(code)) {
    // Values that pg could not write, a mistake of the caller.
    if (error instanceof TypeError || error instanceof RangeError) return error
    // The connection had ended before: nothing was sent.
    if (message.endsWith('not queryable')) return connectionFailure(error)
    const lost = `The database did not confirm a statement (${message}). It may have been executed.`
    return new DatabaseError('unknown outcome', lost, error)
  }
  const problem = PROBLEMS.find(([state]) => code.startsWith(state))?.[1]
  if (problem === undefined) return error
  return new DatabaseError(problem, `${SAID[problem]}: ${message}.`, error)
}

/** The failure to prepare a database, as a StoreError with a message for its owner. */
export function startFailure(error: unknown): unknown {
  if (!isSqlState(codeOf(error))) return error
  const { message } = error as Error
  return new StoreError(
    `PostgreSQL refused to prepare the database: ${message}. Its user must own the database, whose encoding must be ` +
      'UTF8, and which nothing else may use.',
    { cause: error },
  )
}

/** Whether the connection on which this error happened must not be used again. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  // A server that became read-only is often the old one after a failover.
  return ['away', 'unknown outcome', 'read-only'].includes(error.problem)
}

/** By SQLSTATE or its class, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const PROBLEMS: readonly (readonly [string, Exclude<DatabaseProblem, 'closed'>])[] = [
  ['08', 'unknown outcome'],
  ['25006', 'read-only'],
  // Serialization failure, deadlock
  ['40', 'cancelled'],
  ['53300', 'exhausted'],
  // Disk full, out of memory
  ['53', 'full'],
  ['55P03', 'cancelled'],
  ['57014', 'cancelled'],
  // Shutdown, crash, starting: nothing of an open transaction remains.
  ['57P', 'away'],
  // Failures of the system or of PostgreSQL itself
  ['58', 'full'],
  ['XX', 'full'],
]

const SAID: Record<Exclude<DatabaseProblem, 'closed'>, string> = {
  away: 'The database ended the connection',
  'unknown outcome': 'The connection to the database failed',
  'read-only': 'The database accepts no changes',
  exhausted: 'All connections to the database are in use',
  full: 'The database has no room or is damaged',
  cancelled: 'The database cancelled a statement',
}

function isSqlState(code: string | undefined): code is string {
  // Not EPIPE: SQLSTATEs of servers have a digit.
  return code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
}
