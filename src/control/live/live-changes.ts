import { ApiError, type Issue, invalidInput, MAX_ISSUES } from '../../errors.ts'
import { unknownPlans } from '../../fixtures/seeding.ts'
import type { OverlayFile } from '../../openapi/load.ts'
import { packagedDocument } from '../../openapi/load.ts'
import { applyOverlay } from '../../openapi/overlay.ts'
import { type Change, changesBetween } from '../../openapi/provenance/changes.ts'
import { provenanceOf } from '../../openapi/provenance/statements.ts'
import { touchedFacts } from '../../openapi/provenance/touched-facts.ts'
import { isObject, type JsonObject } from '../../schema/json.ts'
import { pointerIn, valueAt } from '../../schema/pointer.ts'
import type { ServedDocument } from '../../served/served-document.ts'
import type { ChangeFeed } from '../../state/change-feed.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../time/clock.ts'
import { actionIssues, overlayAction, referencesOf, type SentAction } from './live-actions.ts'
import type { LiveChange } from './live-change.ts'
import { LIVE_FILE, liveOverlay } from './live-overlay.ts'
import { statementsAbout } from './place.ts'

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

  /** What would be served with another change. Rejects with an ApiError that says why it cannot be applied. */
  async preview(
    sent: readonly SentAction[],
  ): Promise<{ served: ServedDocument; changes: readonly Change[] }> {
    if (sent.length === 0) return { served: this.served, changes: [] }
    const { served, changes } = await this.#with([...this.changes, this.#proposed(sent, undefined)])
    return { served, changes: changes.at(-1)?.changes ?? [] }
  }

  /** Rejects as `preview`. */
  apply(sent: readonly SentAction[], description: string | undefined): Promise<LiveChange> {
    return this.#inTurn(async () => {
      if (this.changes.length >= MOST_CHANGES) {
        throw new ApiError(
          'permission_denied',
          `The sandbox has ${MOST_CHANGES} live changes, and may have no more. Download them as an overlay, and start with it.`,
        )
      }
      const next = await this.#with([...this.changes, this.#proposed(sent, description)])
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

  #proposed(sent: readonly SentAction[], description: string | undefined): LiveChange {
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
    const isNew = newest !== undefined && !this.changes.includes(newest)
    if (wanted.length === 0) return { served: first, changes: [] }
    let document: JsonObject = first.overlays.reduce<JsonObject>(
      (before, { overlay }) => applyOverlay(before, overlay),
      packagedDocument,
    )
    const changes: LiveChange[] = []
    for (const change of wanted) {
      const place = isNew && change === newest ? '/actions' : undefined
      const before = document
      document = soundly(() => applyOverlay(before, liveOverlay([change], [])), change, place)
      const made = changesBetween(before, document)
      refuseFacts(before, made, change, place)
      refuseBrokenReferences(document, change, place)
      changes.push({ ...change, changes: made })
    }
    const overlay = liveOverlay(changes, this.startedWith)
    try {
      const served = await build([...first.overlays, { file: LIVE_FILE, overlay }])
      return { served, changes }
    } catch (error) {
      if (isNew) throw refused('/actions', (error as Error).message)
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

/** Runs a step of a change; its errors, whatever they are, refuse the change. */
function soundly<T>(step: () => T, { id }: LiveChange, place: string | undefined): T {
  try {
    return step()
  } catch (error) {
    const { message } = error as Error
    if (place !== undefined) throw refused(place, message)
    throw new ApiError(
      'invalid_input',
      `The live change ${id} needs what would be removed: ${message} Remove ${id} first.`,
    )
  }
}

function refuseFacts(
  before: JsonObject,
  made: readonly Change[],
  { id }: LiveChange,
  place: string | undefined,
): void {
  const touched = touchedFacts(before, made, provenanceOf(before))
  if (touched.length === 0) return
  throw invalidInput(
    touched.map(({ pointer }) => {
      const [statement] = statementsAbout(pointer)
      const words = statement?.quote ?? statement?.statement
      const says = words ? `: “${words.replace(/\.$/, '')}”` : ''
      const message = `change ${pointer}, which ${statement?.section ?? 'the provider'} states${says}. Only what is assumed can be changed`
      return { in: 'body', path: place ?? `/${id}`, message }
    }),
  )
}

function refuseBrokenReferences(
  document: JsonObject,
  { actions, id }: LiveChange,
  place: string | undefined,
): void {
  const broken = referencesOf(actions).find((each) => !isObject(valueAt(document, pointerIn(each))))
  if (broken === undefined) return
  throw refused(place ?? `/${id}`, `The document has no ${broken.slice(0, 200)}.`)
}

function refused(path: string, message: string): ApiError {
  const reason = message.replace(/^--overlay [^ ]+: /, '').slice(0, 1000)
  return invalidInput([
    { in: 'body', path, message: `cannot be applied: ${reason.replace(/\.$/, '')}` },
  ])
}

function replicated(): ApiError {
  return new ApiError(
    'permission_denied',
    'With --database, all replicas serve the same document, so it cannot be changed while they run. Download the ' +
      'overlay, start them with --overlay, and replace the document with svc-sandbox migrate --new-document.',
  )
}
