/**
 * Node's own globals. The sandbox mostly runs in tests, which replace globals: DOM environments the classes of the web, fake
 * timers the timers and `Date`, stubs anything. The sandbox uses those of this file instead, which it finds also if they are
 * replaced before it is loaded. The build puts them in the place of globals in packages, too (`scripts/bundle.ts`).
 */
import { atob, Blob, Buffer, btoa, File } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { performance as nodePerformance } from 'node:perf_hooks'
import process from 'node:process'
import { ByteLengthQueuingStrategy, ReadableStream } from 'node:stream/web'
import timers from 'node:timers'
import { URL, URLSearchParams } from 'node:url'
import util, { TextDecoder, TextEncoder } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { areReal, isBun, standInTimers } from './stand-in-timers.ts'

export {
  atob,
  Blob,
  Buffer,
  ByteLengthQueuingStrategy,
  btoa,
  File,
  process,
  ReadableStream,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

export type AbortController = globalThis.AbortController
export type AbortSignal = globalThis.AbortSignal

// Bun lacks some ways to find the originals, so that its globals are taken as they are.
const closed = isBun ? new globalThis.AbortController() : util.transferableAbortController()
closed.abort()

export const AbortController = closed.constructor as typeof globalThis.AbortController
export const AbortSignal = closed.signal.constructor as typeof globalThis.AbortSignal
export const EventTarget = Object.getPrototypeOf(AbortSignal) as typeof globalThis.EventTarget
export const DOMException = closed.signal.reason.constructor as typeof globalThis.DOMException
const NodeUint8Array: Uint8ArrayConstructor = Object.getPrototypeOf(Buffer)
const NodeArrayBuffer = new NodeUint8Array(0).buffer.constructor as ArrayBufferConstructor
/** Of a date in V8's own format (the epoch, in version 15), which V8 makes without looking at any global. */
const NodeDate: DateConstructor = isBun
  ? globalThis.Date
  : deserialize(Buffer.from('ff0f440000000000000000', 'hex')).constructor

export { NodeArrayBuffer as ArrayBuffer, NodeDate as Date, NodeUint8Array as Uint8Array }

/** Epoch milliseconds of the machine. Fakes also replace `Date.now` alone. */
export const wallTime = (): number => new NodeDate().getTime()

export const crypto = webcrypto

// Some fake timers replace methods of Node's own `performance`, but none replaces this one.
export const performance = {
  now: (): number => process.uptime() * 1000,
  timeOrigin: nodePerformance.timeOrigin,
}

export const structuredClone = <T>(value: T): T => deserialize(serialize(value))

export function queueMicrotask(callback: () => void): void {
  void Promise.resolve().then(callback)
}

export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
} = areReal(timers) ? timers : standInTimers
