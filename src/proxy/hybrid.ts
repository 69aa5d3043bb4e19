import { canControl } from '../accounts/key.ts'
import { hashToken, tokenPrefix } from '../accounts/token.ts'
import { ConfigError } from '../config.ts'
import { type ApiError, invalidValue } from '../errors.ts'
import type { Match } from '../openapi/served/router.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { actOn } from '../pipeline/fault-rules.ts'
import { HungUpRequests } from '../pipeline/hung-up-requests.ts'
import { splitUrl } from '../pipeline/routing.ts'
import type { UpstreamChange, UpstreamParts, UpstreamState } from '../pipeline/upstream.ts'
import type { Captured, CapturedMessage } from './captured.ts'
import { bodyOf } from './captured.ts'
import { IdOwners } from './id-owners.ts'
import { operationMatchOf } from './match-of.ts'
import { isRepeatable, lackOf, mayLack } from './missing.ts'
import { namedIds } from './named-ids.ts'
import type { Hybrid, Outcome, Passage } from './passage.ts'
import { readOperations } from './sandbox-operations.ts'

type Found = Extract<Match, { operation: unknown }>

/** Facts about a request, found out before anything is sent. */
interface Considered {
  match: Found
  ids: string[]
}

/** Decides which requests the sandbox answers in place of the upstream, and applies fault rules to all. */
export class HybridSandbox implements Hybrid {
  readonly #sandbox: UpstreamParts
  #operations: ReadonlySet<string>
  #isForMissing: boolean
  readonly #owners = new IdOwners()
  readonly #hungUp = new HungUpRequests()
  /** operationIds and path templates that the upstream said it lacks. */
  readonly #lacking = new Set<string>()
  readonly #considered = new WeakMap<Passage, Considered>()

  /** Throws a ConfigError for an unknown operation. */
  constructor(
    sandbox: UpstreamParts,
    { operations, missing }: { operations: readonly string[]; missing: boolean },
  ) {
    this.#sandbox = sandbox
    this.#isForMissing = missing
    const refuse = (message: string) => new ConfigError(`--sandbox ${message}`)
    this.#operations = this.#read(operations, refuse)
  }

  async prepare(passage: Passage): Promise<boolean> {
    const { req, res, exchange, apiPath } = passage
    const { caller, operation } = exchange
    if (!caller || !operation || apiPath === undefined) return true
    const key = { id: '', prefix: tokenPrefix(tokenOf(passage) ?? '') }
    const { document } = this.#sandbox.current()
    let isPassed = false
    const next = () => {
      isPassed = true
    }
    try {
      const stage = { req, res, next, isPassing: true }
      const { path } = splitUrl(apiPath)
      const parts = { ...this.#sandbox, document, hungUp: this.#hungUp }
      await actOn(stage, { path, key }, parts)
    } catch (error) {
      exchange.source = 'sandbox'
      res.setHeader('X-Sandbox-Source', 'sandbox')
      throw error
    }
    // A body that is broken on purpose must not be compressed, or clients would fail to decompress it.
    const ids = exchange.fault?.split(', ') ?? []
    if (ids.some((id) => caller.account.faults[id]?.body)) leaveOutAcceptEncoding(req)
    // The client may have hung up during a delay.
    return isPassed && !res.destroyed
  }

  async takes(passage: Passage): Promise<boolean> {
    const { req, exchange, apiPath } = passage
    if (this.#isOwnFile(passage)) {
      // Its path is not one of the API.
      passage.apiPath = undefined
      return true
    }
    const isIdle = this.#operations.size === 0 && !this.#isForMissing && !this.#owners.madeAny
    const match = isIdle || apiPath === undefined ? undefined : this.#matchOf(passage)
    if (!match) return false
    const { operation, params } = match
    const ids = await namedIds(passage, { operation: operation.id, params })
    this.#considered.set(passage, { match, ids })
    const owner = ids.map((id) => this.#owners.ownerOf(id)).find((each) => each !== undefined)
    const isOwn =
      owner === undefined
        ? this.#operations.has(operation.id) || (this.#isLacking(match) && !isRepeatable(req))
        : owner === 'sandbox'
    if (isOwn || this.#isForMissing) exchange.standIn = await this.#standInFor(passage)
    if (isOwn) this.#follow(passage)
    return isOwn
  }

  mayLack(status: number): boolean {
    return this.#isForMissing && mayLack(status)
  }

  takesMissing(passage: Passage, outcome: Outcome): boolean {
    const considered = this.#considered.get(passage)
    if (!considered || !this.#isForMissing) return false
    const { match, ids } = considered
    if (ids.some((id) => this.#owners.ownerOf(id) === 'upstream')) return false
    if ('failure' in outcome) {
      // Not a byte was sent.
      if (outcome.failure.kind !== 'refused') return false
    } else {
      const lack = lackOf(outcome, ids.length > 0)
      if (lack === undefined) return false
      this.#lacking.add(lack === 'path' ? match.operation.path : match.operation.id)
      // The upstream has read it; whatever it says, a write is not repeated.
      if (!isRepeatable(passage.req)) return false
    }
    this.#follow(passage)
    return true
  }

  observed(captured: Captured): void {
    const { method, apiPath, response } = captured
    if (!response || response.status >= 300 || apiPath === undefined) return
    const match = this.#match(method, apiPath)
    if (!match) return
    this.#lacking.delete(match.operation.id)
    this.#lacking.delete(match.operation.path)
    for (const id of Object.values(match.params)) this.#owners.note(id, 'upstream')
    if (!isJson(response)) return
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

  #read(
    given: readonly string[],
    refuse: (message: string) => ConfigError | ApiError,
  ): ReadonlySet<string> {
    return new Set(readOperations(given, this.#sandbox.current().document.operationIds, refuse))
  }

  /** The operation of a request; for the question of a browser whether it may send one, that one. */
  #matchOf({ req, apiPath = '' }: Passage): Found | undefined {
    const { 'access-control-request-method': wanted } = req.headers
    const method = req.method === 'OPTIONS' && wanted ? String(wanted) : req.method
    return this.#match(method, apiPath)
  }

  #match(method: string, apiPath: string): Found | undefined {
    return operationMatchOf(this.#sandbox.current().router, method, apiPath)
  }

  #isLacking({ operation }: Found): boolean {
    const names = [operation.id, operation.path]
    return this.#isForMissing && names.some((each) => this.#lacking.has(each))
  }

  #isOwnFile({ req }: Passage): boolean {
    return (
      req.url.startsWith('/files/') && this.#owners.ownerOf(splitUrl(req.url).path) === 'sandbox'
    )
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
  async #standInFor(passage: Passage): Promise<Passage['exchange']['standIn']> {
    const { exchange } = passage
    const token = tokenOf(passage)
    if (token === undefined || !exchange.caller) return undefined
    if (await this.#sandbox.store.findOwner(hashToken(token))) return undefined
    const { account } = exchange.caller
    const key = Object.values(account.keys).find(
      (each) => canControl(each, exchange.now) && each.allowed_ips.length === 0,
    )
    return key && { account, key, session: undefined }
  }
}

function tokenOf({ req }: Passage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1]
}

function isJson({ headers }: CapturedMessage): boolean {
  return headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value))
}

function leaveOutAcceptEncoding(req: Passage['req']): void {
  const { rawHeaders } = req
  req.rawHeaders = rawHeaders.filter(
    (_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'accept-encoding',
  )
}
