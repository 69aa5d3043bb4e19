import type { Random } from '../random.ts'
import { type Answer, demand, send, type Target } from './client.ts'
import { type Doubt, Ledger } from './ledger.ts'
import { listPath, type RecordKind, recordKinds, recordPath, type Shown } from './records.ts'

/** Writers of each kind of record; each changes its own records only, so that their order is known. */
const WRITERS = 2

/** A change that was acknowledged. */
export interface Acknowledged {
  kind: RecordKind
  method: Doubt['method']
  id: string
}

export interface Listening {
  /** Called for each answer; writers go on when it has ended. */
  onAnswer(made?: Acknowledged): void | Promise<void>
  /** An answer that was no success. */
  onFault(words: string): void
  /** Whether writers stop. They stop in any case after a change whose outcome is unknown. */
  isOver?(): boolean
  /** Whether a change with this answer may have happened; without any answer, it may. */
  isUnknown?(answer: Answer): boolean
}

/** Everything that clients may write in one account, and the answers. */
export class AccountLoad {
  readonly #account: Omit<Target, 'root'>
  readonly #ledgers: Ledger[]
  readonly #asking: <T>(request: () => Promise<T>) => Promise<T>
  /** What the fixture made, which stays. */
  readonly #given = new Set<string>()
  #campaign = ''

  /** `asking` makes the requests for lists, which may be repeated. */
  constructor(
    account: Omit<Target, 'root'>,
    asking: <T>(request: () => Promise<T>) => Promise<T> = (request) => request(),
  ) {
    this.#account = account
    this.#asking = asking
    this.#ledgers = recordKinds(account.accountId).map((kind) => new Ledger(kind))
  }

  /** Takes what there is for what is to be kept. */
  async begin(root: string): Promise<void> {
    for (const ledger of this.#ledgers) {
      ledger.settle(await this.#list(root, ledger.kind))
      for (const id of ledger.kept.keys()) this.#given.add(id)
      if (ledger.kind.name === 'campaign') [this.#campaign = ''] = ledger.kept.keys()
    }
  }

  /** What there is other than what was acknowledged; doubts are settled by it. */
  async check(root: string): Promise<string[]> {
    const differences: string[] = []
    for (const ledger of this.#ledgers) {
      const found = await this.#list(root, ledger.kind)
      differences.push(...ledger.differences(found))
      ledger.settle(found)
    }
    return differences.map((words) => `${this.#account.accountId}: ${words}`)
  }

  /** Creates, changes and deletes until the server is gone, or it is over. */
  async write(root: string, random: Random, listening: Listening): Promise<void> {
    const writers = this.#ledgers.flatMap((ledger) => {
      const own = Array.from({ length: WRITERS }, (): string[] => [])
      const ids = [...ledger.kept.keys()].filter((id) => !this.#given.has(id))
      for (const [n, id] of ids.entries()) own[n % WRITERS]?.push(id)
      return own.map((ids) => this.#writeOn(root, random, { ledger, ids }, listening))
    })
    await Promise.all(writers)
  }

  async #writeOn(
    root: string,
    random: Random,
    { ledger, ids }: { ledger: Ledger; ids: string[] },
    { onAnswer, onFault, isOver, isUnknown }: Listening,
  ): Promise<void> {
    const { kind } = ledger
    while (!isOver?.()) {
      const method = nextMethod(random, kind, ids.length)
      const id = method === 'POST' ? undefined : random.pick(ids)
      const body = method === 'DELETE' ? {} : kind.body(random, { campaign: this.#campaign })
      const change = { method, id, body }
      const path = id === undefined ? kind.path : recordPath(kind.path, id)
      const sent = method === 'DELETE' ? undefined : body
      const answer = await send(this.#target(root), method, path, sent)
      if (answer === undefined || isUnknown?.(answer)) return void ledger.doubts.push(change)
      if (answer.status >= 300) {
        onFault(`${method} ${path} was answered with ${JSON.stringify(answer)}`)
        await onAnswer()
        continue
      }
      const data: Shown = answer.body.data
      ledger.note(change, data)
      if (method === 'POST') ids.push(data.id)
      if (method === 'DELETE') ids.splice(ids.indexOf(id as string), 1)
      await onAnswer({ kind, method, id: id ?? data.id })
    }
  }

  #list(root: string, kind: RecordKind): Promise<Shown[]> {
    return this.#asking(() => demand<Shown[]>(this.#target(root), 'GET', listPath(kind)))
  }

  #target(root: string): Target {
    return { ...this.#account, root }
  }
}

function nextMethod(random: Random, { amount, isUpdatable }: RecordKind, held: number) {
  if (held === 0) return 'POST'
  if (held >= amount) return isUpdatable ? random.pick(['PUT', 'DELETE'] as const) : 'DELETE'
  return random.pick(isUpdatable ? (['POST', 'PUT', 'PUT'] as const) : (['POST'] as const))
}
