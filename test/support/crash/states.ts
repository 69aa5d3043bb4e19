import type { Random } from '../random.ts'
import { demand, send, type Target } from './client.ts'
import { comparable, type RecordKind, recordKinds, type Shown } from './records.ts'
import type { Listening } from './writers.ts'

/** The campaigns of an account, as one text. */
type State = string

interface Saved {
  name: string
  problem: string | null
}

const SNAPSHOTS = '/_sandbox/snapshots'
const NAMES = ['one', 'two', 'three', 'four']

/**
 * One writer that saves, restores and deletes snapshots of an account, resets it and creates campaigns in between.
 * What it asked for last may have happened or not, when it was not answered.
 */
export class StateLoad {
  readonly #accountId: string
  readonly #key: string
  readonly #kind: RecordKind
  readonly #saved = new Map<string, State>()
  #fresh: State = ''
  #present: State = ''
  /** What the account may have become by the change that was not answered. */
  #doubted: ((state: State) => boolean) | undefined
  /** The snapshot that was being saved or deleted, and the state that it may hold now. */
  #doubtedSnapshot: { name: string; state: State | undefined } | undefined

  constructor(accountId: string, key: string) {
    this.#accountId = accountId
    this.#key = key
    this.#kind = recordKinds(accountId)[0] as RecordKind
  }

  async begin(root: string): Promise<void> {
    this.#fresh = await this.#read(root)
    this.#present = this.#fresh
  }

  /** As that of AccountLoad. Restores every snapshot that there is to see what is in it. */
  async check(root: string): Promise<string[]> {
    const found = await this.#read(root)
    const differences: string[] = []
    if (found !== this.#present && !this.#doubted?.(found)) {
      differences.push(`campaigns were ${this.#present} and became ${found}`)
    }
    differences.push(...(await this.#checkSnapshots(root)))
    this.#present = await this.#read(root)
    this.#doubted = undefined
    this.#doubtedSnapshot = undefined
    return differences.map((words) => `${this.#accountId}: ${words}`)
  }

  async write(root: string, random: Random, { onAnswer, onFault }: Listening): Promise<void> {
    for (;;) {
      const step = this.#nextStep(random)
      const answer = await send(this.#target(root), step.method, step.path, step.body)
      if (answer === undefined) {
        this.#doubted = step.becomes
        this.#doubtedSnapshot = step.snapshot
        return
      }
      if (answer.status >= 300) {
        onFault(`${step.method} ${step.path} was answered with ${JSON.stringify(answer)}`)
      } else this.#note(step, answer.body.data)
      onAnswer()
    }
  }

  #nextStep(random: Random): Step {
    const query = `?account=${this.#accountId}`
    const name = random.pick(NAMES)
    const state = this.#saved.get(name)
    const kind = random.pick(['create', 'create', 'save', 'save', 'restore', 'delete', 'reset'])
    if (kind === 'reset' && random.chance(30)) {
      const becomes = (found: State) => found === this.#fresh
      return { method: 'POST', path: `/_sandbox/reset${query}`, state: this.#fresh, becomes }
    }
    if (kind === 'save') {
      const snapshot = { name, state: this.#present }
      return { method: 'POST', path: `${SNAPSHOTS}${query}`, body: { name }, snapshot }
    }
    if (kind === 'restore' && state !== undefined) {
      const becomes = (found: State) => found === state
      return { method: 'POST', path: `${SNAPSHOTS}/${name}/restore${query}`, state, becomes }
    }
    if (kind === 'delete' && state !== undefined) {
      const snapshot = { name, state: undefined }
      return { method: 'DELETE', path: `${SNAPSHOTS}/${name}${query}`, snapshot }
    }
    const body = this.#kind.body(random, { campaign: '' })
    const becomes = (found: State) => isWith(this.#present, found, body)
    return { method: 'POST', path: this.#kind.path, body, becomes }
  }

  #note({ state, snapshot, path }: Step, data: Shown): void {
    if (path === this.#kind.path) this.#present = stateOf([...listOf(this.#present), data])
    if (state !== undefined) this.#present = state
    if (snapshot?.state !== undefined) this.#saved.set(snapshot.name, snapshot.state)
    else if (snapshot) this.#saved.delete(snapshot.name)
  }

  async #checkSnapshots(root: string): Promise<string[]> {
    const query = `?account=${this.#accountId}`
    const target = this.#target(root)
    const listed = await demand<Saved[]>(target, 'GET', `${SNAPSHOTS}${query}`)
    const doubt = this.#doubtedSnapshot
    const differences: string[] = []
    for (const { name, problem } of listed) {
      if (problem !== null) {
        differences.push(`snapshot ${name} is damaged: ${problem}`)
        continue
      }
      await demand(target, 'POST', `${SNAPSHOTS}/${name}/restore${query}`)
      const state = await this.#read(root)
      const expected = [this.#saved.get(name), doubt?.name === name ? doubt.state : undefined]
      if (!expected.includes(state)) differences.push(`snapshot ${name} holds ${state}`)
      this.#saved.set(name, state)
    }
    for (const name of this.#saved.keys()) {
      if (listed.some((saved) => saved.name === name)) continue
      // Only a deletion may have taken it away.
      if (doubt?.name !== name || doubt.state !== undefined)
        differences.push(`snapshot ${name} is lost`)
      this.#saved.delete(name)
    }
    return differences
  }

  async #read(root: string): Promise<State> {
    return stateOf(await demand(this.#target(root), 'GET', `${this.#kind.path}?limit=1000`))
  }

  #target(root: string): Target {
    return { root, accountId: this.#accountId, key: this.#key }
  }
}

interface Step {
  method: 'POST' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  /** What the account is afterwards, if that is known before. */
  state?: State
  becomes?: (found: State) => boolean
  snapshot?: { name: string; state: State | undefined }
}

function stateOf(campaigns: readonly Shown[]): State {
  const all = campaigns.map(comparable).sort((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.stringify(all)
}

const listOf = (state: State): Shown[] => JSON.parse(state)

/** Whether `found` is `before` with one campaign more, which has what was sent. */
function isWith(before: State, found: State, body: Record<string, unknown>): boolean {
  const known = new Set(listOf(before).map(({ id }) => id))
  const added = listOf(found).filter(({ id }) => !known.has(id))
  const [campaign] = added
  if (added.length !== 1 || campaign === undefined) return false
  const isWhole = Object.entries(body).every(
    ([field, sent]) => JSON.stringify(campaign[field]) === JSON.stringify(sent),
  )
  return isWhole && stateOf([...listOf(before), campaign]) === found
}
