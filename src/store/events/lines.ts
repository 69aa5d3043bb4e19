import type { Delivery, DeliveryAttempt } from '../../accounts/delivery.ts'
import type { EventKind } from '../../accounts/event.ts'
import { parseJson, refusal } from '../file/account-file.ts'
import type { DeliveryChange, LazyText, NewDelivery, NewEvent } from './event-log.ts'

/** The line of an event; its body follows. */
export interface EventLine {
  kind: 'event'
  number: number
  id: string
  type: EventKind
  at: number
  campaign_id: string
  alerts?: readonly string[]
}

export interface DeliveryLine {
  kind: 'delivery'
  number: number
  id: string
  event_id: string
  webhook_id: string
}

/** A change of a delivery; its attempt follows, if it has one. */
export interface ChangeLine {
  kind: 'change'
  id: string
  status: Delivery['status']
  next: number | null
  reason?: string
  /** The number of the attempt, from 1: one that was copied is not counted twice. */
  attempt?: number
  manual?: true
}

/** The next lines, as many as `lines`, are to be committed. */
interface StageLine {
  kind: 'stage'
  batch: number
  lines: number
  /** Whether the account has a part of the change, which shows whether it happened. */
  isOfRun: boolean
}

export type Line =
  | EventLine
  | DeliveryLine
  | ChangeLine
  | StageLine
  | { kind: 'commit' | 'drop'; batch: number }
  | { kind: 'bring_forward'; ms: number; latest?: number }

/** A line, and the long text that follows it. */
export type Text = readonly [Line, (string | LazyText)?]

/** JSON holds no tab, so one separates what the index needs from the long text. */
const SEPARATOR = '\t'

export function lineText(line: Line, text?: string): string {
  const head = JSON.stringify(line)
  return text === undefined ? head : head + SEPARATOR + text
}

/** Like `lineText`, but lazy if the text is. */
export function newLine([line, text]: Text): string | LazyText {
  return typeof text === 'object' ? new LazyLine(line, text) : lineText(line, text)
}

class LazyLine implements LazyText {
  readonly #line: Line
  readonly #text: LazyText

  constructor(line: Line, text: LazyText) {
    this.#line = line
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  build(): string {
    return lineText(this.#line, this.#text.build())
  }
}

/** Throws a StoreError that names `path` for text that is no line. */
export function parseLine(text: string, path: string): Line {
  const end = text.indexOf(SEPARATOR)
  const line = parseJson(end < 0 ? text : text.slice(0, end), path) as Line | null
  if (typeof line?.kind !== 'string') throw refusal(path, 'is damaged: a line is no event')
  return line
}

/** The body of an event, or the JSON of an attempt. */
export function textOf(line: string): string {
  return line.slice(line.indexOf(SEPARATOR) + 1)
}

export function attemptOf(line: string): DeliveryAttempt {
  return JSON.parse(textOf(line))
}

export function eventLine(event: NewEvent, number: number): Text {
  const { body, alerts, id, type, at, campaign_id } = event
  const some = alerts.length > 0 ? { alerts } : {}
  return [{ kind: 'event', number, id, type, at, campaign_id, ...some }, body]
}

export function deliveryLine(delivery: NewDelivery, number: number): DeliveryLine {
  const { id, event_id, webhook_id } = delivery
  return { kind: 'delivery', number, id, event_id, webhook_id }
}

/** `made`: the number of attempts so far. */
export function changeText(id: string, made: number, change: DeliveryChange): Text {
  const { status, next_attempt_at: next, failure_reason: reason, attempt } = change
  const line: ChangeLine = { kind: 'change', id, status, next }
  if (reason !== undefined) line.reason = reason
  if (attempt) line.attempt = made + 1
  if (attempt?.manual) line.manual = true
  return attempt ? [line, JSON.stringify(attempt)] : [line]
}
