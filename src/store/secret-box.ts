import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Patch } from 'immer'
import { StoreError } from './store-error.ts'

type Path = readonly (string | number)[]

/** Paths of the secrets of an account; `*` is any id or index. Tokens and passwords are stored as hashes anyway. */
const SECRETS: readonly Path[] = [
  ['linkSecret'],
  ['webhooks', '*', 'secrets', '*', 'value'],
  ['webhooks', '*', 'settings', 'headers', '*'],
]

/** Stands in place of a secret: no client can write an object there. */
interface Sealed {
  /** Base64 of the initialization vector, the tag and the encrypted text. */
  sealed: string
}

const MARK = '{"sealed":'
const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts the secrets of accounts where they are stored (AES-256-GCM, with the account's id as additional data), and
 * decrypts them where they are read. Without a key it leaves them as they are, and refuses encrypted ones. Never changes
 * a value: it returns copies of what differs.
 */
export class SecretBox {
  readonly #key: Buffer | undefined

  /** `key`: a random text (`SVC_SECRET_KEY`). */
  constructor(key?: string) {
    this.#key =
      key === undefined ? undefined : Buffer.from(hkdfSync('sha256', key, '', 'svc-sandbox', 32))
  }

  /** A value of an account, or of its part at `path`, as it is stored. */
  sealed<T>(accountId: string, value: T, path: Path = []): T {
    const key = this.#key
    if (key === undefined) return value
    return mapped(value, path, (secret) =>
      typeof secret === 'string' ? seal(secret, accountId, key) : secret,
    )
  }

  /** A stored value as it was. Throws a StoreError if it was sealed with another key. */
  opened<T>(accountId: string, value: T, path: Path = []): T {
    return mapped(value, path, (secret) =>
      isSealed(secret) ? open(secret, accountId, this.#key) : secret,
    )
  }

  sealedPatches(accountId: string, patches: readonly Patch[]): Patch[] {
    return patchesWith(patches, (value, path) => this.sealed(accountId, value, path))
  }

  /** Throws as `opened`. */
  openedPatches(accountId: string, patches: readonly Patch[]): Patch[] {
    return patchesWith(patches, (value, path) => this.opened(accountId, value, path))
  }

  /** Like `opened`, for JSON. */
  openedText(accountId: string, text: string, path: Path = []): string {
    // Within a string, the quotes would be escaped.
    if (!text.includes(MARK)) return text
    return JSON.stringify(this.opened(accountId, JSON.parse(text), path))
  }
}

/** Leaves secrets as they are. */
export const PLAIN = new SecretBox()

/** The patches with other values. A removal has none. */
function patchesWith(
  patches: readonly Patch[],
  change: (value: unknown, path: Path) => unknown,
): Patch[] {
  return patches.map((patch) => {
    return 'value' in patch ? { ...patch, value: change(patch.value, patch.path) } : patch
  })
}

/** A copy of a value at `path` of an account with other secrets; the value itself if none differs. */
function mapped<T>(value: T, path: Path, change: (secret: unknown) => unknown): T {
  const within = SECRETS.filter((secret) => isBelow(secret, path))
  if (within.length === 0) return value
  if (within.some(({ length }) => length === path.length)) return change(value) as T
  if (typeof value !== 'object' || value === null) return value

  const names = new Set(within.map((secret) => String(secret[path.length])))
  const keys = names.has('*')
    ? Object.keys(value)
    : [...names].filter((name) => Object.hasOwn(value, name))
  let copy: T | undefined
  for (const key of keys) {
    const before: unknown = Reflect.get(value, key)
    const after = mapped(before, [...path, key], change)
    if (after === before) continue
    copy ??= copyOf(value)
    Object.defineProperty(copy, key, {
      value: after,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return copy ?? value
}

/** Whether a secret is at `path` or below it. */
function isBelow(secret: Path, path: Path): boolean {
  return (
    secret.length >= path.length &&
    path.every((step, index) => secret[index] === '*' || secret[index] === String(step))
  )
}

function copyOf<T extends object>(value: T): T {
  if (Array.isArray(value)) return [...value] as unknown as T
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value)
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'sealed' in value
}

function seal(text: string, accountId: string, key: Buffer): Sealed {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(accountId))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64') }
}

function open({ sealed }: Sealed, accountId: string, key: Buffer | undefined): string {
  if (key === undefined) {
    throw new StoreError(
      `The secrets of account ${accountId} are encrypted, and SVC_SECRET_KEY is not set. Start with the key that ` +
        'they were written with. Nothing was changed.',
    )
  }
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const iv = bytes.subarray(0, IV_BYTES)
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag)
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch (error) {
    throw new StoreError(
      `The secrets of account ${accountId} can't be decrypted with this SVC_SECRET_KEY. Start with the key that ` +
        'they were written with. Nothing was changed.',
      { cause: error },
    )
  }
}
