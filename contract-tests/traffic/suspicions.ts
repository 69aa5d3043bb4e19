import { holds } from '../checks/5-authentication.ts'
import { differences } from '../evidence/campaigns.ts'
import { isAuthenticationError, verification } from '../evidence/verification.ts'
import type { Exchange } from '../http/exchange.ts'
import { isSameWindow, quotaOf } from '../http/quota.ts'
import {
  campaignOf,
  campaignsOf,
  errorCode,
  isObject,
  refused,
  succeeded,
} from '../http/reading.ts'
import { parsedJson } from '../http/response.ts'
import { idIn } from '../journey/runner.ts'
import { phrase } from '../specification/schema.ts'
import { keyOf } from './keys.ts'
import type { Observed } from './observed.ts'
import { isTelling } from './responses.ts'
import { routeOf } from './routes.ts'

/** After so long others are likely to have changed a campaign. */
const LONGEST_MS = 10_000

/** An exchange with what its request names. */
interface Placed {
  exchange: Observed
  token: string | undefined
  id: string | undefined
}

/** The known state of a campaign, from the requests before. */
interface Known {
  token: string
  /** The last accepted write, and what it sent. */
  write: Exchange
  body: Record<string, unknown>
  isDeleted: boolean
  /** Mistakes in the first response after the write, which may only have been late. */
  doubts: Suspicion[]
  /** Whether another answer showed it wrong, too. */
  isConfirmed: boolean
}

/** The result of the last verification of a key. */
interface KnownKey {
  keyId: unknown
  accountId: unknown
  permissions: string[] | undefined
}

const ON_CAMPAIGN = ['getCampaign', 'updateCampaign', 'deleteCampaign', 'getCampaignAnalytics']
const WRITES = ['createCampaign', 'updateCampaign', 'deleteCampaign']

/** A contradiction that one pair of exchanges shows. */
interface Suspicion {
  fact: string
  expected: string
  actual?: string
  exchange: Observed
}

/** The contradictions that exchanges show together, in the order of the requests. */
export function suspicionsIn(observed: readonly Observed[], baseUrl: string): Suspicion[] {
  return new Sequences(baseUrl).judge(observed)
}

class Sequences {
  readonly #baseUrl: string
  readonly #campaigns = new Map<string, Known>()
  readonly #keys = new Map<string, KnownKey>()
  readonly #last = new Map<string, Exchange>()
  readonly #found: Suspicion[] = []

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  judge(observed: readonly Observed[]): Suspicion[] {
    const telling = observed.filter((each) => each.source === 'upstream' && isTelling(each))
    const inOrder = telling.toSorted((one, other) => one.startedAt - other.startedAt)
    for (const [index, exchange] of inOrder.entries()) {
      const { operation, id } = routeOf(exchange, this.#baseUrl) ?? {}
      const own = { ...exchange, ...(operation && { operation }) }
      const placed = { exchange: own, token: keyOf(exchange), id }
      // Which of two that overlap came first is not known.
      const before = inOrder[index - 1]
      const isAlone = before === undefined || before.endedAt <= exchange.startedAt
      if (isAlone) this.#judgeOne(placed)
      this.#learn(placed)
    }
    return this.#found
  }

  #judgeOne({ exchange, token, id }: Placed): void {
    if (token === undefined) return
    this.#judgeKey(exchange, token)
    this.#judgeLimit(exchange, token)
    const known = id === undefined ? undefined : this.#campaigns.get(id)
    if (id !== undefined && known) this.#judgeCampaign(exchange, token, id, known)
    if (exchange.operation === 'listCampaigns' && succeeded(exchange)) {
      this.#judgeList(exchange, token)
    }
  }

  #judgeCampaign(exchange: Observed, token: string, id: string, known: Known): void {
    const { operation = '' } = exchange
    if (this.#areApart(token, known.token)) {
      if (!succeeded(exchange)) return
      const expected = `no access to ${id}, because it belongs to another account`
      this.#found.push({ fact: '2.57', expected, exchange })
      return
    }
    if (token !== known.token || !ON_CAMPAIGN.includes(operation)) return
    if (known.isDeleted) this.#judgeDeleted(exchange, known)
    else if (exchange.startedAt - known.write.endedAt <= LONGEST_MS) {
      this.#judgeExisting(exchange, id, known)
    }
  }

  #judgeDeleted(exchange: Observed, known: Known): void {
    const { operation } = exchange
    if (succeeded(exchange)) {
      const expected = 'no campaign, because it was deleted'
      this.#doubt(known, [{ fact: '4.18', expected, exchange }])
    } else if (errorCode(exchange) === 'invalid_request' && operation === 'getCampaign') {
      const expected = 'not_found, because the campaign was deleted'
      this.#doubt(known, [{ fact: '7.11', expected, exchange }])
    }
  }

  #judgeExisting(exchange: Observed, id: string, known: Known): void {
    const { operation } = exchange
    const { write, body } = known
    if (errorCode(exchange) === 'not_found' && operation !== 'getCampaignAnalytics') {
      this.#doubt(known, [{ fact: '7.12', expected: `the campaign ${id}, which exists`, exchange }])
    }
    const shown = campaignOf(exchange)
    if (operation !== 'getCampaign' || !succeeded(exchange) || !shown) return
    const isCreate = write.operation === 'createCampaign'
    const fact = isCreate ? '2.23' : '4.17'
    const wrong = differences(shown, body, { isWhole: isCreate }).map(
      ({ member, expected, actual }) => ({
        fact,
        expected: `${member} as ${phrase(expected)}`,
        actual: phrase(actual),
        exchange,
      }),
    )
    this.#doubt(known, wrong)
  }

  /** Notes what an answer shows wrong after a write; nothing, if it shows it right. */
  #doubt(known: Known, wrong: Suspicion[]): void {
    if (wrong.length === 0) {
      Object.assign(known, { doubts: [], isConfirmed: false })
    } else if (known.doubts.length === 0 && !known.isConfirmed) {
      known.doubts = wrong
    } else {
      this.#found.push(...known.doubts, ...wrong)
      Object.assign(known, { doubts: [], isConfirmed: true })
    }
  }

  #judgeList(list: Observed, token: string): void {
    for (const row of campaignsOf(list) ?? []) {
      const known = this.#campaigns.get(idIn(row) ?? '')
      if (!known) continue
      const actual = `a list with ${idIn(row)}`
      if (this.#areApart(token, known.token)) {
        const expected = 'a list without campaigns of other accounts'
        this.#found.push({ fact: '2.57', expected, actual, exchange: list })
      } else if (known.isDeleted && token === known.token) {
        const expected = 'a list without the campaign that was deleted'
        this.#doubt(known, [{ fact: '4.18', expected, actual, exchange: list }])
      }
    }
  }

  #judgeKey(exchange: Observed, token: string): void {
    const key = this.#keys.get(token)
    const shown = verification(exchange)
    if (shown) this.#judgeVerification(exchange, token, key)
    const held = key?.permissions
    if (!held || shown) return
    const code = errorCode(exchange)
    const operation = exchange.operation ?? ''
    const isDenied = code === 'insufficient_permissions'
    if (held.includes('*') && isDenied) {
      const expected = 'no insufficient_permissions, because the key has the permission *'
      this.#found.push({ fact: '2.53', expected, exchange })
    }
    const needed = {
      listCampaigns: 'campaigns:read',
      getCampaign: 'campaigns:read',
      getRankings: 'rankings:read',
    }[operation]
    if (needed !== undefined && holds(held, needed) && isDenied) {
      const fact = needed === 'rankings:read' ? '5.4.4' : '5.4.3'
      const expected = `no insufficient_permissions, because the key has ${needed}`
      this.#found.push({ fact, expected, exchange })
    }
    const lacks = needed !== undefined && !holds(held, needed)
    const readsOnly = held.every((each) => each.endsWith(':read')) && WRITES.includes(operation)
    if ((lacks || readsOnly) && succeeded(exchange)) {
      const expected = `insufficient_permissions, because the key does not have ${needed ?? 'a permission to write'}`
      this.#found.push({ fact: '5.7.6', expected, exchange })
    }
  }

  /** One key has one id and one account, and no other key has its id. */
  #judgeVerification(exchange: Observed, token: string, key: KnownKey | undefined): void {
    const { key_id, account_id } = verification(exchange) ?? {}
    const changed = [
      ['2.56', 'key_id', key?.keyId, key_id],
      ['2.57', 'account_id', key?.accountId, account_id],
    ] as const
    for (const [fact, member, was, is] of changed) {
      if (was === undefined || is === undefined || was === is) continue
      const expected = `the same ${member} as before, ${phrase(was)}`
      this.#found.push({ fact, expected, actual: phrase(is), exchange })
    }
    if (key_id === undefined || key) return
    const twin = [...this.#keys].find(([other, { keyId }]) => other !== token && keyId === key_id)
    if (!twin) return
    const expected = 'a different key_id for each key'
    const actual = `${phrase(key_id)} for two keys`
    this.#found.push({ fact: '2.58', expected, actual, exchange })
  }

  #judgeLimit(exchange: Observed, token: string): void {
    const before = this.#last.get(token)
    if (!before || quotaOf(before).remaining !== 0 || !succeeded(before)) return
    if (!succeeded(exchange) || !isSameWindow(before, exchange)) return
    if ((quotaOf(exchange).remaining ?? 1) > 0 || ['HEAD', 'OPTIONS'].includes(exchange.method))
      return
    const expected =
      'rate_limit_exceeded, because the previous response reported no remaining requests'
    this.#found.push({ fact: '8.18', expected, exchange })
  }

  #areApart(one: string, other: string): boolean {
    const [first, second] = [one, other].map((token) => this.#keys.get(token)?.accountId)
    return first !== undefined && second !== undefined && first !== second
  }

  #learn({ exchange, token, id }: Placed): void {
    if (token === undefined) return
    if (refused(exchange) && isAuthenticationError(exchange)) return
    this.#last.set(token, exchange)
    const shown = verification(exchange)
    if (shown) {
      const permissions = shown.permissions?.filter((each) => typeof each === 'string')
      this.#keys.set(token, {
        keyId: shown.key_id,
        accountId: shown.account_id,
        permissions: shown.permissions && permissions,
      })
    }
    if (!succeeded(exchange) || !WRITES.includes(exchange.operation ?? '')) return
    const isCreate = exchange.operation === 'createCampaign'
    const campaign = isCreate ? idIn(campaignOf(exchange)) : id
    if (campaign === undefined) return
    const sent = parsedJson(exchange.requestBody ?? '')
    const before = this.#campaigns.get(campaign)
    // It is no write of a campaign.
    if (before?.isDeleted && !isCreate) return
    this.#campaigns.set(campaign, {
      token: before?.token ?? token,
      write: exchange,
      body: isObject(sent) ? sent : {},
      isDeleted: exchange.operation === 'deleteCampaign',
      doubts: [],
      isConfirmed: false,
    })
  }
}
