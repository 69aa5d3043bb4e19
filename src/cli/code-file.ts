import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** What the file holds besides the code of files, which follows. */
interface Head {
  build: string
  /** By name of the file. */
  parts: Record<string, Part>
}

interface Part {
  /** Bytes after the head. */
  at: number
  length: number
  digest: string
}

/** In front of the head: the digest of the head, and its length in eight digits. */
const DIGEST_LENGTH = 64
const PREFIX_LENGTH = DIGEST_LENGTH + 8

/** The file of a `CodeCache`, of which only the code that is asked for is read. */
export class CodeFile {
  readonly #file: number
  readonly #parts: ReadonlyMap<string, Part>
  readonly #begin: number

  private constructor(file: number, head: Head, begin: number) {
    this.#file = file
    this.#parts = new Map(Object.entries(head.parts))
    this.#begin = begin
  }

  /**
   * Opens the file at `path`, for as long as the process runs. Undefined if it is missing, damaged or of another build, or
   * if somebody else than this user or root could have written it.
   */
  static open(path: string, build: string): CodeFile | undefined {
    let file: number | undefined
    try {
      file = openSync(path, 'r')
      const prefix = readAt(file, 0, PREFIX_LENGTH).toString('latin1')
      const length = Number(prefix.slice(DIGEST_LENGTH))
      const head = readAt(file, PREFIX_LENGTH, length)
      if (isTrusted(file) && digestOf(head) === prefix.slice(0, DIGEST_LENGTH)) {
        const parsed: Head = JSON.parse(head.toString())
        if (parsed.build === build) return new CodeFile(file, parsed, PREFIX_LENGTH + length)
      }
    } catch {
      // It is closed below.
    }
    if (file !== undefined) closeSync(file)
    return undefined
  }

  get names(): Iterable<string> {
    return this.#parts.keys()
  }

  /** The code of a file. V8 does not check it, and one wrong bit may end the process: undefined if it has changed or cannot be read. */
  code(name: string): Buffer | undefined {
    const part = this.#parts.get(name)
    if (!part) return undefined
    try {
      const code = readAt(this.#file, this.#begin + part.at, part.length)
      return digestOf(code) === part.digest ? code : undefined
    } catch {
      return undefined
    }
  }
}

/** The content of the file. */
export function codeFileOf(build: string, code: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Head['parts'] = {}
  let at = 0
  for (const [name, bytes] of code) {
    parts[name] = { at, length: bytes.length, digest: digestOf(bytes) }
    at += bytes.length
  }
  const head = Buffer.from(JSON.stringify({ build, parts } satisfies Head))
  const prefix = Buffer.from(`${digestOf(head)}${String(head.length).padStart(8, '0')}`)
  return Buffer.concat([prefix, head, ...code.values()])
}

/** Bytes at a place of a file; fewer at its end. In memory of their own, because V8 copies code that is not aligned. */
function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

const WRITABLE_BY_OTHERS = 0o022

/** Whether only this user or root can have written an open file. Windows has neither: the folder has access lists. */
function isTrusted(file: number): boolean {
  if (process.getuid === undefined) return true
  const { uid, mode } = fstatSync(file)
  return [0, process.getuid()].includes(uid) && (mode & WRITABLE_BY_OTHERS) === 0
}

function digestOf(content: Buffer): string {
  return hash('sha256', content)
}
