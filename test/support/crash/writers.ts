import type { Random } from '../random.ts'
import { demand, send, type Target } from './client.ts'
import { Ledger } from './ledger.ts'
import { type RecordKind, recordKinds, recordPath, type Shown } from './records.ts'

/** Writers of each kind of record; each changes its own records only, so that their order is known. */
const WRITERS = 2

/** Called for each answer. Writers stop when the server is gone. */
export interface Listening {
  onAnswer(): void
  /** An answer that was no success. */
  onFault(words: string): void
}

/** Everything that clients may write in one account, and the answers. */
export class AccountLoad {
  readonly #accountId: string
  readonly #key: string
  readonly #ledgers: Ledger[]
  /** What the fixture made, which stays. */
  readonly #given = new Set<string>()
  #campaign = ''

  constructor(accountId: string, key: string) {
    this.#accountId = accountId
    this.#key = key
    this.#ledgers = recordKinds(accountId).map((kind) => new Ledger(kind))
  }

  /** Takes what there is for what is to be kept. */
  async begin(root: string): Promise<void> {
    for (const ledger of this.#ledgers) {
      ledger.settle(await this.#list(root, ledger.kind))
      for (const id of ledger.kept.keys()) this.#given.add(id)
      if (ledger.kind.name === 'campaign') [this.#campaign = ''] = ledger.kept.keys()
    }
  }

  /** What a restarted server holds other than what the one before acknowledged; doubts are settled by it. */
  async check(root: string): Promise<string[]> {
    const differences: string[] = []
    for (const ledger of this.#ledgers) {
      const found = await this.#list(root, ledger.kind)
      differences.push(...ledger.differences(found))
      ledger.settle(found)
    }
    return differences.map((words) => `${this.#accountId}: ${words}`)
  }

  /** Creates, changes and deletes until the server is gone. */
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
    { onAnswer, onFault }: Listening,
  ): Promise<void> {
    const { kind } = ledger
    for (;;) {
      const method = nextMethod(random, kind, ids.length)
      const id = method === 'POST' ? undefined : random.pick(ids)
      const body = method === 'DELETE' ? {} : kind.body(random, { campaign: this.#campaign })
      const change = { method, id, body }
      const path = id === undefined ? kind.path : recordPath(kind.path, id)
      const answer = await send(
        this.#target(root),
        method,
        path,
        method === 'DELETE' ? undefined : body,
      )
      if (answer === undefined) return void ledger.doubts.push(change)
      const data: Shown = answer.body.data
      if (answer.status < 300) {
        ledger.note(change, data)
        if (method === 'POST') ids.push(data.id)
        if (method === 'DELETE') ids.splice(ids.indexOf(id as string), 1)
      } else onFault(`${method} ${path} was answered with ${JSON.stringify(answer)}`)
      onAnswer()
    }
  }

  #list(root: string, { path }: RecordKind): Promise<Shown[]> {
    const all = path.startsWith('/api') ? `${path}?limit=1000` : path
    return demand<Shown[]>(this.#target(root), 'GET', all)
  }

  #target(root: string): Target {
    return { root, accountId: this.#accountId, key: this.#key }
  }
}

function nextMethod(random: Random, { amount, isUpdatable }: RecordKind, held: number) {
  if (held === 0) return 'POST'
  if (held >= amount) return isUpdatable ? random.pick(['PUT', 'DELETE'] as const) : 'DELETE'
  return random.pick(isUpdatable ? (['POST', 'PUT', 'PUT'] as const) : (['POST'] as const))
}
