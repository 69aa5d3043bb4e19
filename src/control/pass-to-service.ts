import type { RequestHandler } from 'express'
import { invalidInput } from '../errors.ts'
import type { Parameter } from '../openapi/served/operation.ts'
import { handlers } from '../operations/handlers.ts'
import { showSimulatedClock } from '../pipeline/authentication.ts'
import { readBody } from '../pipeline/body.ts'
import { exchangeOf, isSafe } from '../pipeline/exchange.ts'
import { inOrder } from '../pipeline/in-order.ts'
import { refuseProblems } from '../pipeline/permission.ts'
import { route, splitUrl } from '../pipeline/routing.ts'
import { runOperation } from '../pipeline/run.ts'
import { meter } from '../pipeline/traffic.ts'
import { validate } from '../pipeline/validation.ts'
import { accountOf } from './account.ts'
import { repeatedIssues } from './clear-query.ts'
import { requireAccess } from './guard.ts'
import type { HttpControlParts } from './parts.ts'

/** The control plane's own parameter: the operations of the service do not get it. */
const ACCOUNT: Parameter = { name: 'account', in: 'query', schema: { type: 'string' } }

/**
 * `/_sandbox/api/<path>`: any request to the service (`/api/<path>`) for an account of the sandbox, for tools that watch it,
 * such as the console. Routing, validation, handlers and answers are those of the service; authentication, quotas, fault
 * rules, forced errors, the request log and usage are not involved. Access is that of operations on an account.
 */
export function passToService(parts: HttpControlParts): RequestHandler {
  return inOrder(
    readBody({ types: parts.document.bodyTypes }),
    identifyAccount(parts),
    route(parts),
    refuseProblems(parts),
    validate(parts),
    runOperation(parts, handlers),
  )
}

/** Finds the account of the request, and gives the request the address that it would have at the service. */
function identifyAccount(parts: HttpControlParts): RequestHandler {
  const { config, clock, traffic } = parts
  return async (req, res, next) => {
    const { path, search } = splitUrl(req.url)
    const issues = repeatedIssues(search, [ACCOUNT])
    const given = new URLSearchParams(search)
    const named = given.get('account') ?? undefined
    const authority = await requireAccess(req, parts, {
      access: 'account',
      account: named,
      isRead: isSafe(req),
    })
    if (issues.length > 0) throw invalidInput(issues)
    if (authority.accountId !== undefined) meter({ req, res }, authority.accountId, traffic)
    const account = await accountOf(authority, named, parts)

    const exchange = exchangeOf(res)
    const { keyId } = authority
    const key = keyId === undefined ? undefined : account.keys[keyId]
    exchange.caller = { account, key, session: undefined }
    exchange.now = clock.of(account)
    showSimulatedClock(exchange.now, clock, res)
    exchange.part = 'service'
    exchange.isUnmetered = true
    exchange.address = config.apiPath + path + withoutAccount(search)
    req.url = exchange.address
    next()
  }
}

/** The query without the parameter `account`, otherwise as it was sent: broken escapes are the service's to refuse. */
function withoutAccount(search: string): string {
  const rest = search
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('account'))
    .join('&')
  return rest === '' ? '' : `?${rest}`
}
