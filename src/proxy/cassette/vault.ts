import { hash } from 'node:crypto'
import { escapeRegExp } from '../../text/pattern.ts'
import { isStrong, SECRET_FORMS, WEBHOOK_SECRET } from '../../text/secrets.ts'

/** The placeholder of the key that an app sends: a replay puts the caller's own key there. */
const OWN_KEY = '<SVC_TOKEN>'

/** Finds placeholders, also in URLs, where they are percent-encoded. A form, such as `jwt`, may follow their number. */
export const PLACEHOLDER =
  /<(?:SVC_TOKEN|redacted:\d{1,9}(?::[\w-]{1,20})?)>|%3C(?:SVC_TOKEN|redacted%3A\d{1,9}(?:%3A[\w-]{1,20})?)%3E/g

const ONE_PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDER.source})$`)

/** Whether a text is a placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return ONE_PLACEHOLDER.test(text)
}

/** A text in which all placeholders are the same. */
export function withEqualPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, '<>')
}

/** A placeholder as it is outside URLs. */
function plain(placeholder: string): string {
  return placeholder.startsWith('%') ? decodeURIComponent(placeholder) : placeholder
}

/** Public prefixes of tokens. Any other prefix may be a part of the secret. */
const PREFIX = /^(svc_[a-z]+_|whsec_|(?:sk|pk|rk)_(?:live|test)_|gh[oprsu]_|github_pat_|glpat-)/

/** Secrets are searched for everywhere up to so many characters of all; more are only hidden where they are found. */
export const MOST_SEARCHED = 50_000
const SHORTEST = 6
const LONGEST = 4000

/** The secrets of a cassette and their placeholders. The secrets themselves are in memory only. */
export class Vault {
  readonly #placeholders = new Map<string, string>()
  readonly #secrets = new Map<string, string>()
  /** How secrets may be written, and what takes the place of each. Those with a form of their own are found by it, but in base64. */
  readonly #searched = new Map<string, (found: string) => string>()
  readonly #base: Vault | undefined
  #pattern: RegExp | undefined
  #added: string[] = []
  #characters = 0
  #last: number

  /** With `base`, a vault for one request: it knows the secrets of this one, and keeps new ones for itself. */
  constructor(base?: Vault) {
    this.#base = base
    this.#last = base ? base.#last : 0
  }

  /** Gives out no placeholder that a text has already. */
  reserve(text: string): void {
    for (const [, number = 0] of text.matchAll(/redacted(?::|%3A)(\d{1,9})/g)) {
      this.#last = Math.max(this.#last, Number(number))
    }
  }

  /** Gives out no placeholder of another vault. */
  continueAfter(other: Vault): void {
    this.#last = Math.max(this.#last, other.#last)
  }

  /** The placeholder of a secret, which is struck out everywhere from then on, unless it may be a word. */
  hide(secret: string, form = formOf(secret)): string {
    const known = this.#known(secret)
    if (known !== undefined) return known
    this.#last += 1
    return this.#add(secret, `<redacted:${this.#last}${form && `:${form}`}>`)
  }

  /** The same for a credential of a request: the first one is the caller's own key. */
  hideKey(secret: string): string {
    if (this.#known(secret) !== undefined || this.secretOf(OWN_KEY) !== undefined) {
      return this.hide(secret)
    }
    return this.#add(secret, OWN_KEY)
  }

  /** A text without the known secrets: as they are, escaped in JSON, percent-encoded, and in base64 as a whole. */
  strike(text: string, replace?: (secret: string) => string): string {
    const struck = this.#base?.strike(text, replace) ?? text
    if (this.#searched.size === 0) return struck
    this.#pattern ??= anyOf([...this.#searched.keys()])
    return struck.replace(this.#pattern, (found) =>
      replace ? replace(found) : (this.#searched.get(found)?.(found) ?? found),
    )
  }

  /** Finds the secrets that were added since the last call; undefined if there are none. */
  takeNew(): RegExp | undefined {
    const added = this.#added
    this.#added = []
    return added.length === 0 ? undefined : anyOf(added)
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
    if (this.secretOf(placeholder) !== undefined || this.#known(secret) !== undefined) return
    this.#add(secret, placeholder)
  }

  /**
   * A text of a recording with values in place of its placeholders: those in `own`, known ones, or else stand-ins, which are
   * known from then on. In JSON, a number is a number again.
   */
  restore(text: string, own: ReadonlyMap<string, string>, isJson = false): string {
    const valueFor = (placeholder: string) => {
      const known = own.get(placeholder) ?? this.secretOf(placeholder)
      if (known !== undefined) return known
      const value = standInFor(placeholder)
      this.#add(value, placeholder)
      return value
    }
    const numbers = isJson
      ? text.replace(/"(<redacted:\d{1,9}:number>)"/g, (quoted, placeholder: string) => {
          const value = valueFor(placeholder)
          return /^\d{1,15}$/.test(value) ? value : quoted
        })
      : text
    return numbers.replace(PLACEHOLDER, (found) => {
      const value = valueFor(plain(found))
      if (found.startsWith('%')) return encodeURIComponent(value)
      return isJson ? JSON.stringify(value).slice(1, -1) : value
    })
  }

  #known(secret: string): string | undefined {
    return isPlaceholder(secret) ? plain(secret) : this.placeholderFor(secret)
  }

  #add(secret: string, placeholder: string): string {
    this.#placeholders.set(secret, placeholder)
    this.#secrets.set(placeholder, secret)
    const { length } = secret
    if (!isStrong(secret) || length < SHORTEST || length > LONGEST) return placeholder
    if (this.#characters > MOST_SEARCHED) return placeholder
    const base64 = Buffer.from(secret).toString('base64')
    // What stands for base64 is a text of its own: it is no base64 of what stands for the secret.
    this.#search((found) => this.hide(found, ''), base64, base64.replace(/=+$/, ''))
    this.#search((found) => this.hide(found, ''), Buffer.from(secret).toString('base64url'))
    if (hasForm(secret)) return placeholder
    const escaped = JSON.stringify(secret).slice(1, -1)
    const percent = encodeURIComponent(secret)
    const form = new URLSearchParams({ '': secret }).toString().slice(1)
    this.#search(() => placeholder, secret, escaped, JSON.stringify(escaped).slice(1, -1))
    this.#search(() => encodeURIComponent(placeholder), percent, lowerCase(percent), form)
    return placeholder
  }

  #search(replace: (found: string) => string, ...spellings: string[]): void {
    for (const spelling of spellings) {
      if (this.#searched.has(spelling)) continue
      this.#searched.set(spelling, replace)
      this.#added.push(spelling)
      this.#characters += spelling.length
      this.#pattern = undefined
    }
  }
}

/** Whether a secret is found by its form wherever it is. */
function hasForm(secret: string): boolean {
  return secret.replace(SECRET_FORMS, '') === ''
}

function lowerCase(percent: string): string {
  return percent.replace(/%../g, (code) => code.toLowerCase())
}

/** Finds any of some texts, the longest first. */
function anyOf(texts: readonly string[]): RegExp {
  const longest = [...texts].sort((one, other) => other.length - one.length)
  return new RegExp(longest.map(escapeRegExp).join('|'), 'g')
}

/** The form of a secret that an app may rely on: its prefix, or that it is a JSON Web Token. */
function formOf(secret: string): string {
  return /^eyJ[\w-]+\.[\w-]+\./.test(secret) ? 'jwt' : (PREFIX.exec(secret)?.[1] ?? '')
}

/** A value that an app can use in place of a secret that nobody knows any more: always the same for a placeholder. */
function standInFor(placeholder: string): string {
  const form = /:([^:>]*)>$/.exec(placeholder)?.[1] ?? ''
  const digest = hash('sha256', `svc-sandbox ${placeholder}`, 'buffer')
  const letters = digest.toString('base64url').slice(0, 32)
  if (form === 'number') return String((digest.readUInt32BE() % 900_000) + 100_000)
  if (form === 'jwt') {
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { sub: 'recorded', iat: 1_700_000_000, exp: 4_102_444_800 },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    return [...parts, letters].join('.')
  }
  // Libraries that verify webhooks refuse what is not base64 with its padding.
  if (form === WEBHOOK_SECRET) return form + digest.toString('base64')
  return PREFIX.test(form) ? form + letters : `recorded-${letters}`
}
