import { isStrong } from '../../text/secrets.ts'
import { type Needle, Needles } from './needles.ts'
import {
  isPlaceholder,
  numberOf,
  OWN_KEY,
  PLACEHOLDER,
  placeholderOf,
  plain,
  type Shape,
  shapeOf,
  standIn,
} from './stand-ins.ts'

/** The store for secrets that redaction finds. */
export interface Secrets {
  /**
   * The placeholder of a secret. From then on, `strike` finds it everywhere; `weak` secrets, such as values of cookies, are
   * only hidden where they are found.
   */
  hide(secret: string, how?: { shape?: Shape; weak?: boolean }): string
  /** The same for a credential of a request: the first one is the caller's own key. */
  hideKey(secret: string): string
  /** A text without the known secrets, in any of their forms. `words`: also without those that are words. */
  strike(text: string, words?: boolean): string
  /** The same with `x` in place of each character of a secret. */
  blank(text: string): string
}

/** So many secrets are searched for everywhere; more are only hidden where they are found. */
const MOST_SEARCHED = 10_000

/** Base64 in both alphabets, without the slash, which a path has, too. */
const BASE64 = /[\w+=-]/

/** Secrets and their placeholders. The secrets themselves are in memory only. */
export class Vault implements Secrets {
  readonly #placeholders = new Map<string, string>()
  readonly #secrets = new Map<string, string>()
  readonly #shapes = new Map<string, Shape>()
  /** Secrets that are hidden only where they are found. */
  readonly #weak = new Set<string>()
  readonly #needles = new Needles()
  readonly #words = new Needles()
  /** Secrets added since `takeNew`. */
  #added = new Needles()
  readonly #base: Vault | undefined
  #last: number

  constructor(base?: Vault) {
    this.#base = base
    this.#last = base ? base.#last : 0
  }

  /** A vault for one request: it knows the secrets of this one, and keeps new ones for itself. */
  scratch(): Vault {
    return new Vault(this)
  }

  /** Takes over a placeholder of a file. */
  reserve(placeholder: string, shape?: Shape): void {
    this.#last = Math.max(this.#last, numberOf(placeholder))
    if (shape) this.#shapes.set(placeholder, shape)
  }

  /** Takes over the placeholders of another vault, without their secrets. */
  continueAfter(other: Vault): void {
    this.#last = Math.max(this.#last, other.#last)
    for (const [placeholder, shape] of other.#shapes) this.#shapes.set(placeholder, shape)
  }

  /** The shapes of placeholders that are not plain texts, for the file. */
  shapes(): Record<string, Shape> {
    return Object.fromEntries([...this.#shapes].filter(([, shape]) => shape !== 'text'))
  }

  hide(secret: string, { shape, weak = false }: { shape?: Shape; weak?: boolean } = {}): string {
    const known = this.#known(secret)
    if (known === undefined) return this.#add(secret, placeholderOf(++this.#last), { shape, weak })
    // A cookie may be a credential, too.
    if (!weak && this.#weak.delete(secret)) this.#search(secret, known)
    return known
  }

  hideKey(secret: string): string {
    const isFirst = !this.#isBound(OWN_KEY)
    return this.#known(secret) ?? (isFirst ? this.#add(secret, OWN_KEY) : this.hide(secret))
  }

  strike(text: string, words = false): string {
    const struck = this.#needles.replaceIn(this.#base?.strike(text, words) ?? text)
    return words ? this.#words.replaceIn(struck) : struck
  }

  blank(text: string): string {
    const cover = (found: string) => 'x'.repeat(found.length)
    return this.#needles.replaceIn(this.#base?.blank(text) ?? text, cover)
  }

  /** The placeholder of a known secret; undefined for an unknown one. */
  placeholderFor(secret: string): string | undefined {
    return this.#placeholders.get(secret) ?? this.#base?.placeholderFor(secret)
  }

  /** The secret that this vault has for a placeholder. */
  secretOf(placeholder: string): string | undefined {
    return this.#secrets.get(placeholder) ?? this.#base?.secretOf(placeholder)
  }

  /** Notes which secret a caller sends in place of a placeholder, unless one is known. */
  bind(placeholder: string, secret: string): void {
    if (this.#isBound(placeholder) || this.#known(secret)) return
    this.#add(secret, placeholder)
  }

  /**
   * A text of a recording with values in place of its placeholders: those in `own`, known ones, or else stand-ins, which are
   * known from then on. In JSON, a number is a number again.
   */
  restore(text: string, own: ReadonlyMap<string, string>, isJson = false): string {
    const secretFor = (placeholder: string) => own.get(placeholder) ?? this.#valueOf(placeholder)
    const numbers = isJson
      ? text.replace(/"(<redacted:\d{1,9}>)"/g, (quoted, placeholder: string) => {
          if (this.#shapes.get(placeholder) !== 'number') return quoted
          const value = secretFor(placeholder)
          return /^\d{1,15}$/.test(value) ? value : quoted
        })
      : text
    return numbers.replace(PLACEHOLDER, (found) => {
      const value = secretFor(plain(found))
      if (found.startsWith('%')) return encodeURIComponent(value)
      return isJson ? JSON.stringify(value).slice(1, -1) : value
    })
  }

  /** Whether a text of JSON holds a secret that was added since the last call of `takeNew`. */
  takeNew(): (json: string) => boolean {
    const added = this.#added
    this.#added = new Needles()
    return added.isEmpty ? () => false : (json) => added.isIn(json)
  }

  #isBound(placeholder: string): boolean {
    return this.secretOf(placeholder) !== undefined
  }

  #known(secret: string): string | undefined {
    return isPlaceholder(secret) ? plain(secret) : this.placeholderFor(secret)
  }

  #valueOf(placeholder: string): string {
    const known = this.secretOf(placeholder)
    if (known !== undefined) return known
    const fallback: Shape = placeholder === OWN_KEY ? 'prefix svc_test_' : 'text'
    const value = standIn(placeholder, this.#shapes.get(placeholder) ?? fallback)
    this.#add(value, placeholder)
    return value
  }

  #add(
    secret: string,
    placeholder: string,
    { shape, weak }: { shape?: Shape | undefined; weak?: boolean } = {},
  ): string {
    this.#placeholders.set(secret, placeholder)
    this.#secrets.set(placeholder, secret)
    if (!this.#shapes.has(placeholder)) this.#shapes.set(placeholder, shape ?? shapeOf(secret))
    if (weak && !isStrong(secret)) this.#weak.add(secret)
    else if (this.#placeholders.size <= MOST_SEARCHED) this.#search(secret, placeholder)
    return placeholder
  }

  #search(secret: string, placeholder: string): void {
    for (const needle of needlesOf(secret, placeholder, (derived) => this.hide(derived))) {
      ;(needle.isWord ? this.#words : this.#needles).add(needle)
      this.#added.add(needle)
    }
  }
}

function needlesOf(
  secret: string,
  placeholder: string,
  hide: (derived: string) => string,
): Needle[] {
  const same = () => placeholder
  if (!isStrong(secret)) return [{ text: secret, replace: same, isWord: true }]
  const encoded = () => encodeURIComponent(placeholder)
  const escaped = JSON.stringify(secret).slice(1, -1)
  const percent = encodeURIComponent(secret)
  const form = new URLSearchParams({ '': secret }).toString().slice(1)
  return [
    ...[secret, escaped, JSON.stringify(escaped).slice(1, -1)].map((text) => ({
      text,
      replace: same,
    })),
    ...[percent, form, percent.replace(/%../g, (code) => code.toLowerCase())]
      .filter((text) => text !== secret)
      .map((text) => ({ text, replace: encoded })),
    ...inBase64(secret).map((text) => ({ text, replace: hide, around: BASE64 })),
  ]
}

/** The base64 forms of a text in any position, which depend on the bytes before it: three offsets, in both alphabets. */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    // Characters that share bits with what is before or after it are not the text's own.
    const start = [0, 2, 3][before] as number
    const own = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6))
    return own.length < 8 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
