import { comparable, type RecordKind, type Shown } from './records.ts'

/** A change that was asked for and never answered: it may have happened as a whole, or not at all. */
export interface Doubt {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Undefined for a creation. */
  id: string | undefined
  /** What was sent. */
  body: Record<string, unknown>
}

/** The records of one kind that a server must keep, by its own answers. */
export class Ledger {
  readonly kind: RecordKind
  readonly kept = new Map<string, Shown>()
  readonly deleted = new Set<string>()
  doubts: Doubt[] = []

  constructor(kind: RecordKind) {
    this.kind = kind
  }

  /** Takes a list as the state to begin with, or in which doubts are settled. */
  settle(found: readonly Shown[]): void {
    this.kept.clear()
    this.doubts = []
    for (const shown of found) this.kept.set(shown.id, comparable(shown))
  }

  note({ method, id }: Doubt, data: Shown): void {
    if (method === 'DELETE') {
      this.kept.delete(id as string)
      this.deleted.add(id as string)
    } else this.kept.set(data.id, comparable(data))
  }

  /** What of a list is other than what was acknowledged, in words. */
  differences(found: readonly Shown[]): string[] {
    const { name } = this.kind
    const present = new Map(found.map((shown) => [shown.id, comparable(shown)]))
    const doubted = new Map(this.doubts.map((doubt) => [doubt.id, doubt]))
    const lost = [...this.kept.values()].filter(
      (kept) => !isExplained(kept, present.get(kept.id), doubted.get(kept.id)),
    )
    const undead = [...this.deleted].filter((id) => present.has(id))
    return [
      ...lost.map(
        (kept) =>
          `${name} ${kept.id} is not as acknowledged: ${text(kept)} became ${text(present.get(kept.id))}`,
      ),
      ...undead.map((id) => `${name} ${id} is back after its deletion`),
      ...this.#unasked([...present.values()]).map((shown) => `nobody made ${name} ${text(shown)}`),
    ]
  }

  /** Records that come of no creation that was sent. */
  #unasked(present: readonly Shown[]): Shown[] {
    const creations = this.doubts.filter(({ method }) => method === 'POST')
    return present.filter((shown) => {
      if (this.kept.has(shown.id) || this.deleted.has(shown.id)) return false
      const own = creations.findIndex(({ body }) => isMadeOf(shown, body))
      if (own === -1) return true
      creations.splice(own, 1)
      return false
    })
  }
}

function isExplained(kept: Shown, found: Shown | undefined, doubt: Doubt | undefined): boolean {
  if (!found) return doubt?.method === 'DELETE'
  if (doubt?.method === 'PUT' && isMadeOf(found, doubt.body)) return true
  return text(found) === text(kept)
}

/** Whether a record has every field that was sent, as it was sent. */
function isMadeOf(shown: Shown, body: Record<string, unknown>): boolean {
  return Object.entries(body).every(([field, sent]) => text(shown[field]) === text(sent))
}

const text = (value: unknown) => JSON.stringify(value) ?? 'nothing'
