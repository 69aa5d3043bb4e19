import { ApiError, type Issue, invalidInput, MAX_ISSUES } from '../../errors.ts'
import { unknownPlans } from '../../fixtures/seeding.ts'
import type { OverlayFile } from '../../openapi/load.ts'
import type { Change } from '../../openapi/provenance/changes.ts'
import type { ServedDocument } from '../../served/served-document.ts'
import type { ChangeFeed } from '../../state/change-feed.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../time/clock.ts'
import type { SentAction } from './live-actions.ts'
import type { LiveChange } from './live-change.ts'
import { LIVE_FILE, liveOverlay } from './live-overlay.ts'

interface Parts {
  /** The document that the sandbox was started with. */
  first: ServedDocument
  /** Builds everything that depends on the document. Rejects with a DocumentError. */
  build(overlays: readonly OverlayFile[]): Promise<ServedDocument>
  /** Serves another document from now on; absent if replicas serve the same one. */
  serve: ((served: ServedDocument) => void) | undefined
  store: Pick<Store, 'page' | 'readHead'>
  changes: Pick<ChangeFeed, 'notifyAll'>
  clock: Pick<Clock, 'now'>
}

/** The document with all changes, and these with their effects. */
interface Applied {
  served: ServedDocument
  changes: readonly LiveChange[]
}

/** More would make the next change slow, and nobody would see through them. */
export const MOST_CHANGES = 100

/**
 * Changes assumptions of a running sandbox. Each change gets a document of its own, which replaces the served one only when
 * everything that depends on it was built, so a change that fails leaves the sandbox as it was.
 */
export class LiveChanges {
  readonly #parts: Parts
  #applied: Applied
  #last = 0
  /** One change after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#applied = { served: parts.first, changes: [] }
  }

  get changes(): readonly LiveChange[] {
    return this.#applied.changes
  }

  /** The document that is served now. */
  get served(): ServedDocument {
    return this.#applied.served
  }

  /** The names of the overlays that the sandbox was started with. */
  get startedWith(): readonly string[] {
    return this.#parts.first.overlays.map(({ file }) => file)
  }

  /** Resolves with the document after another change. Rejects with an ApiError that says why it cannot be applied. */
  async preview(
    sent: readonly SentAction[],
  ): Promise<{ served: ServedDocument; changes: readonly Change[] }> {
    if (sent.length === 0) return { served: this.served, changes: [] }
    const proposed = await this.#proposed(sent, undefined)
    const { served, changes } = await this.#with([...this.changes, proposed])
    return { served, changes: changes.at(-1)?.changes ?? [] }
  }

  /** Rejects as `preview`. */
  apply(sent: readonly SentAction[], description: string | undefined): Promise<LiveChange> {
    return this.#inTurn(async () => {
      if (this.changes.length >= MOST_CHANGES) {
        throw new ApiError(
          'permission_denied',
          `The sandbox has ${MOST_CHANGES} live changes, the maximum. Download them as an overlay, and start the sandbox with it.`,
        )
      }
      const proposed = await this.#proposed(sent, description)
      const next = await this.#with([...this.changes, proposed])
      await this.#serve(next)
      return next.changes.at(-1) as LiveChange
    })
  }

  /** Rejects with an ApiError if there is no such change, or if another one needs it. */
  remove(id: string): Promise<LiveChange> {
    return this.#inTurn(async () => {
      const removed = this.changes.find((change) => change.id === id)
      if (removed === undefined) {
        throw new ApiError('unknown_resource', `There is no live change ${id.slice(0, 100)}.`)
      }
      await this.#serve(await this.#with(this.changes.filter((change) => change !== removed)))
      return removed
    })
  }

  /** Returns the removed changes. */
  removeAll(): Promise<readonly LiveChange[]> {
    return this.#inTurn(async () => {
      const removed = this.changes
      if (removed.length > 0) await this.#serve(await this.#with([]))
      return removed
    })
  }

  async #proposed(
    sent: readonly SentAction[],
    description: string | undefined,
  ): Promise<LiveChange> {
    const { actionIssues, overlayAction } = await import('./live-actions.ts')
    const issues = actionIssues(sent)
    if (issues.length > 0) throw invalidInput(issues)
    const actions = sent.map(overlayAction)
    const id = `chg_${this.#last + 1}`
    return { id, description, actions, changes: [], appliedAt: this.#parts.clock.now() }
  }

  /** The document with these changes instead. */
  async #with(wanted: readonly LiveChange[]): Promise<Applied> {
    const { first, build } = this.#parts
    const newest = wanted.at(-1)
    if (newest === undefined) return { served: first, changes: [] }
    const proposed = this.changes.includes(newest) ? undefined : newest
    // Loaded with the first change, because most sandboxes have none.
    const { appliedChanges, refusedActions } = await import('./applied-changes.ts')
    const changes = appliedChanges(first.overlays, wanted, proposed)
    const overlay = liveOverlay(changes, this.startedWith)
    try {
      const served = await build([...first.overlays, { file: LIVE_FILE, overlay }])
      return { served, changes }
    } catch (error) {
      if (proposed) throw refusedActions('/actions', (error as Error).message)
      throw new ApiError(
        'invalid_input',
        `The other live changes need this one: ${(error as Error).message} Remove them first.`,
      )
    }
  }

  async #serve(next: Applied): Promise<void> {
    const { serve, store, changes } = this.#parts
    if (serve === undefined) throw replicated()
    await this.#requireFit(next.served, store)
    serve(next.served)
    this.#applied = next
    const newest = next.changes.at(-1)?.id.slice('chg_'.length)
    this.#last = Math.max(this.#last, Number(newest ?? 0))
    // All that they show may look different.
    changes.notifyAll()
  }

  async #requireFit({ document }: ServedDocument, store: Parts['store']): Promise<void> {
    const issues: Issue[] = []
    for await (const { id, plan } of unknownPlans(store, document)) {
      const message = `leave the account ${id} without its plan ${JSON.stringify(plan)}: remove the account, or keep the plan`
      issues.push({ in: 'body', path: '/actions', message })
      if (issues.length === MAX_ISSUES) break
    }
    if (issues.length > 0) throw invalidInput(issues)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}

function replicated(): ApiError {
  return new ApiError(
    'permission_denied',
    'With --database, all replicas serve the same document, so it cannot be changed while they run. Download the ' +
      'overlay, start them with --overlay, and replace the document with svc-sandbox migrate --new-document.',
  )
}
