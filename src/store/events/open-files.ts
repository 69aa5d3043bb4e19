import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { OWNER_ONLY } from '../file/store-files.ts'

/** Files that stay open; a process may have a few hundred open at least. */
const MOST_OPEN = 64

/** Open files for reading and appending. Those that were not used for longest are closed. */
export class OpenFiles {
  /** A buffer in which lines are collected before they are written. */
  readonly room = Buffer.allocUnsafeSlow(64 * 1024)
  readonly #descriptors = new Map<string, number>()

  /** Creates the file if there is none. */
  get(path: string): number {
    const known = this.#descriptors.get(path)
    if (known !== undefined) {
      this.#descriptors.delete(path)
      this.#descriptors.set(path, known)
      return known
    }
    const descriptor = openSync(path, 'a+', OWNER_ONLY)
    this.#descriptors.set(path, descriptor)
    const [oldest = path] = this.#descriptors.keys()
    if (this.#descriptors.size > MOST_OPEN) this.close(oldest)
    return descriptor
  }

  close(path: string): void {
    const descriptor = this.#descriptors.get(path)
    this.#descriptors.delete(path)
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** Closes the files of a folder. */
  closeIn(folder: string): void {
    for (const path of [...this.#descriptors.keys()]) {
      if (dirname(path) === folder) this.close(path)
    }
  }

  closeAll(): void {
    for (const path of [...this.#descriptors.keys()]) this.close(path)
  }
}
