import type { IncomingMessage } from 'node:http'
import { canControl } from '../accounts/key.ts'
import { hashToken } from '../accounts/token.ts'
import { ConfigError } from '../config.ts'
import { type ApiError, invalidValue } from '../errors.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { splitUrl } from '../pipeline/routing.ts'
import type { UpstreamChange, UpstreamParts, UpstreamState } from '../pipeline/upstream.ts'
import { isObject } from '../schema/json.ts'
import { didYouMean } from '../schema/similar.ts'
import { bodyOf, type Captured, type CapturedMessage, type Failure } from './captured.ts'
import { hasBody } from './headers.ts'
import { IdOwners, namedIds } from './ids.ts'
import { type OperationMatch, operationMatchOf, type Passage } from './passage.ts'

/** An answer of the upstream before it is passed on, or why there is none. */
export type Outcome = (CapturedMessage & { status: number }) | { failure: Failure }

/** Decides which requests the sandbox answers in place of the upstream. */
export class HybridSandbox {
  readonly #sandbox: UpstreamParts
  #operations: ReadonlySet<string>
  #isForMissing: boolean
  readonly #owners = new IdOwners()
  /** operationIds and path templates that the upstream said it lacks. */
  readonly #lacking = new Set<string>()

  /** Throws a ConfigError for an unknown operation. */
  constructor(
    sandbox: UpstreamParts,
    { operations, missing }: { operations: readonly string[]; missing: boolean },
  ) {
    this.#sandbox = sandbox
    this.#isForMissing = missing
    this.#operations = this.#read(operations, (message) => new ConfigError(`--sandbox ${message}`))
  }

  /** Whether the sandbox answers a request, before anything is sent. */
  async takes(passage: Passage): Promise<boolean> {
    const { req, exchange, apiPath } = passage
    if (req.url.startsWith('/files/') && this.#isOwn([splitUrl(req.url).path])) {
      // Its path is not one of the API.
      passage.apiPath = undefined
      return true
    }
    const isIdle = this.#operations.size === 0 && !this.#isForMissing && !this.#owners.madeAny
    const match = isIdle || apiPath === undefined ? undefined : this.#matchOf(passage)
    if (!match) return false
    const { operation, params } = match
    const ids = await namedIds(passage, { operation: operation.id, params })
    passage.asked = { match, ids }
    const isLacking = this.#lacking.has(operation.id) || this.#lacking.has(operation.path)
    const isOwn =
      this.#isOwn(ids) ??
      (this.#operations.has(operation.id) ||
        (this.#isForMissing && isLacking && !isRepeatable(req)))
    if (isOwn || this.#isForMissing) exchange.standIn = await this.#standInFor(passage)
    if (isOwn) this.#follow(passage)
    return isOwn
  }

  /** Whether an answer with this status may show that the upstream lacks the operation. */
  mayLack(status: number): boolean {
    return this.#isForMissing && (status === 404 || status === 501)
  }

  /** Whether the sandbox answers after all, because the upstream lacks the operation. Nothing was sent to the client yet. */
  takesMissing(passage: Passage, outcome: Outcome): boolean {
    const { req, asked } = passage
    if (!asked || !this.#isForMissing) return false
    const { match, ids } = asked
    if (ids.some((id) => this.#owners.ownerOf(id) === 'upstream')) return false
    if ('failure' in outcome) {
      // Not a byte was sent.
      if (outcome.failure.kind !== 'refused') return false
    } else {
      const lack = lackOf(outcome, ids.length > 0)
      if (lack === undefined) return false
      this.#lacking.add(lack === 'path' ? match.operation.path : match.operation.id)
      // The upstream has read it; whatever it says, a write is not repeated.
      if (!isRepeatable(req)) return false
    }
    this.#follow(passage)
    return true
  }

  /** Sees each exchange with the upstream when it is over. */
  observed({ method, apiPath, response }: Captured): void {
    if (!response || response.status >= 300 || apiPath === undefined) return
    const match = operationMatchOf(this.#sandbox.current().router, method, apiPath)
    if (!match) return
    this.#lacking.delete(match.operation.id)
    this.#lacking.delete(match.operation.path)
    for (const id of Object.values(match.params)) this.#owners.note(id, 'upstream')
    const isJson = response.headers.some(
      ([name, value]) => /^content-type$/i.test(name) && /json/i.test(value),
    )
    if (!isJson) return
    try {
      this.#owners.noteAll(Buffer.from(bodyOf(response)).toString(), 'upstream')
    } catch {
      // Too large, or not encoded as it says.
    }
  }

  change({ sandboxOperations, sandboxMissing }: UpstreamChange): void {
    if (sandboxOperations !== undefined) {
      this.#operations = this.#read(sandboxOperations, (message) =>
        invalidValue('body', '/sandbox_operations', message),
      )
    }
    if (sandboxMissing !== undefined) this.#isForMissing = sandboxMissing
    this.#lacking.clear()
  }

  state(): Pick<UpstreamState, 'sandbox_operations' | 'sandbox_missing'> {
    return { sandbox_operations: [...this.#operations], sandbox_missing: this.#isForMissing }
  }

  /** operationIds, also several in one text with commas, or `all`. `refuse` makes the error for another name. */
  #read(
    given: readonly string[],
    refuse: (message: string) => ConfigError | ApiError,
  ): ReadonlySet<string> {
    const known = this.#sandbox.current().document.operationIds
    const names = given
      .flatMap((each) => each.split(','))
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const unknown = names.find((name) => name !== 'all' && !known.includes(name))
    if (unknown === undefined) return new Set(names.includes('all') ? known : names)
    const hint = didYouMean(unknown, [...known, 'all'])
    throw refuse(
      `must be operations such as getRankings, or all; found ${JSON.stringify(unknown)}.${hint}`,
    )
  }

  /** The operation of a request; for the question of a browser whether it may send one, that one. */
  #matchOf({ req, apiPath = '' }: Passage): OperationMatch | undefined {
    const { 'access-control-request-method': wanted } = req.headers
    const method = req.method === 'OPTIONS' && wanted ? String(wanted) : req.method
    return operationMatchOf(this.#sandbox.current().router, method, apiPath)
  }

  /** Whether the sandbox made the first of these ids that is known; undefined if none is. */
  #isOwn(ids: readonly string[]): boolean | undefined {
    const owner = ids.map((id) => this.#owners.ownerOf(id)).find((each) => each !== undefined)
    return owner && owner === 'sandbox'
  }

  /** Remembers what the sandbox answers. */
  #follow({ res }: Passage): void {
    res.once('finish', () => {
      const { answer } = exchangeOf(res)
      if (answer !== undefined && res.statusCode < 300) {
        this.#owners.noteAll(answer.toString(), 'sandbox')
      }
    })
  }

  /**
   * Who calls with a key that the sandbox does not know: the account that it shows first, with a key that may do
   * everything. Undefined if the sandbox knows the key, or there is none.
   */
  async #standInFor({ req, exchange }: Passage): Promise<Passage['exchange']['standIn']> {
    const token = tokenOf(req)
    if (token === undefined || !exchange.caller) return undefined
    if (await this.#sandbox.store.findOwner(hashToken(token))) return undefined
    const { account } = exchange.caller
    const key = Object.values(account.keys).find(
      (each) => canControl(each, exchange.now) && each.allowed_ips.length === 0,
    )
    return key && { account, key, session: undefined }
  }
}

export function tokenOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whether a request may be answered by another server after this one has answered it: it changes nothing. */
function isRepeatable(req: IncomingMessage): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(req.method ?? '') && !hasBody(req)
}

/**
 * The part of the API that the upstream lacks, by its response: with 501 the operation, with 404 its whole path. If the request
 * names a resource, a 404 with the code not_found (§7) comes from an operation that exists.
 */
function lackOf(
  answer: Extract<Outcome, { status: number }>,
  namesResource: boolean,
): 'operation' | 'path' | undefined {
  if (answer.status === 501) return 'operation'
  if (answer.status !== 404) return undefined
  return namesResource && codeOf(answer) === 'not_found' ? undefined : 'path'
}

function codeOf(answer: CapturedMessage): unknown {
  try {
    const value = JSON.parse(Buffer.from(bodyOf(answer)).toString())
    return isObject(value) && isObject(value.error) ? value.error.code : undefined
  } catch {
    return undefined
  }
}
