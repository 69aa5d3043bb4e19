import { writeFileSync } from 'node:fs'
import { BroadcastChannel } from 'node:worker_threads'
import type {} from 'vitest'
import type { Findings } from './learning/learn.ts'
import type { RunResult } from './report/result.ts'
import type { Settings } from './support/settings.ts'

/** How the thread of the suite and the one that started it reach each other. */
export interface Channel {
  /** Name of the broadcast channel for messages both ways. */
  name: string
  /** The file that takes the result. */
  resultFile: string
}

/** What a run tells at its end. */
export interface Told {
  result: RunResult
  /** Where the run was to learn, and could begin. */
  findings?: Findings
}

export type Message = 'progress' | 'stop'

declare module 'vitest' {
  interface ProvidedContext {
    settings: Settings
    channel: Channel
  }
}

/** A signal that is aborted when the starting thread says `stop`. */
export function stopSignal({ name }: Channel): { signal: AbortSignal; close: () => void } {
  const controller = new AbortController()
  const messages = new BroadcastChannel(name)
  messages.onmessage = (event) => {
    if ((event as { data: Message }).data === 'stop') controller.abort()
  }
  messages.unref()
  return { signal: controller.signal, close: () => messages.close() }
}

/** Tells the starting thread that another response came. */
export function sendProgress(channel: Channel): void {
  const messages = new BroadcastChannel(channel.name)
  messages.postMessage('progress' satisfies Message)
  messages.close()
}

export function writeTold({ resultFile }: Channel, told: Told): void {
  writeFileSync(resultFile, JSON.stringify(told))
}
