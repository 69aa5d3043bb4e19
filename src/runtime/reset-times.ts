import { readFile } from 'node:fs/promises'
import { writeWhole } from '../store/file/store-files.ts'
import type { Answer } from './account-state.ts'

/** Nothing to do until `next` (epoch ms), or a reset that the caller has to do, and then reports with `finish`. */
export type DueReset = { next: number } | { finish(): Answer<void> }

/** When the demo was last reset, so that intervals go on over restarts, and one of several replicas does it. */
export interface ResetTimes {
  /**
   * Claims the reset that is due at `now` (epoch ms of real time); `every`: milliseconds between two. The first
   * interval begins with the first call. A reset that nobody finishes is due again.
   */
  claim(now: number, every: number): Promise<DueReset>
}

/** The last of the times that follow each other from `lastAt` on: a late reset does not move those after it. */
export function latestTime(lastAt: number, every: number, now: number): number {
  return lastAt + Math.floor((now - lastAt) / every) * every
}

/** The times of one process: in memory, and in a file of the data folder if there is one. */
export class LocalResetTimes implements ResetTimes {
  readonly #file: string | undefined
  #lastAt: number | undefined

  constructor(file?: string) {
    this.#file = file
  }

  async claim(now: number, every: number): Promise<DueReset> {
    this.#lastAt ??= await this.#read()
    const lastAt = this.#lastAt
    // Also if the clock of the machine was set back.
    if (lastAt === undefined || lastAt > now) {
      await this.#write(now)
      return { next: now + every }
    }
    if (now < lastAt + every) return { next: lastAt + every }
    return { finish: () => this.#write(latestTime(lastAt, every, now)) }
  }

  async #read(): Promise<number | undefined> {
    if (this.#file === undefined) return undefined
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    const lastAt = Number(text.trim() || Number.NaN)
    return Number.isSafeInteger(lastAt) ? lastAt : undefined
  }

  async #write(lastAt: number): Promise<void> {
    this.#lastAt = lastAt
    if (this.#file !== undefined) await writeWhole(this.#file, `${lastAt}\n`)
  }
}
