import { ofBrowser, ofServer } from './storage.ts'

/** A key that the explorer can send. */
export interface KeyChoice {
  /** Identifies the choice, such as `demo`. */
  id: string
  label: string
  /** Undefined sends no key; `ask` resolves with a key that is made when it is first needed. */
  token: string | undefined | (() => Promise<string>)
  hint: string
  /** Called when the API does not accept the key, as after a reset. */
  forget?: () => void
}

/** The choice of a token that the user enters. */
export const PASTED = 'pasted'
/** The choice to send no key. */
export const WITHOUT = 'none'

/** The chosen key, and the token of one that the user enters. */
export interface KeyState {
  id: string
  pasted: string
}

/** The choice that a state means, or undefined if the state lacks a usable token. */
export function chosenKey(
  keys: readonly KeyChoice[],
  { id, pasted }: KeyState,
): KeyChoice | undefined {
  if (id === WITHOUT) return { id, label: 'No key', token: undefined, hint: '' }
  if (id !== PASTED) return keys.find((each) => each.id === id)
  const token = pasted.trim()
  if (token === '' || problemOfToken(token) !== undefined) return undefined
  return { id, label: 'Another key', token, hint: '' }
}

/** The token of a choice, which may be made for it. */
export const tokenOf = async ({ token }: KeyChoice) =>
  typeof token === 'function' ? await token() : token

/** Facts about the server, from the document of the page (`x-page`). */
export interface PageTerms {
  /** The demo key, if the data has it and visitors have no accounts of their own. */
  key: string | null
  /** The account of the demo key. */
  account: string | null
  /** Whether visitors create accounts of their own. */
  signup: boolean
  /** The day of the examples, `YYYY-MM-DD`. */
  day: string
  /** Names of the files of --overlay. */
  overlays: string[]
}

/** The keys that are there from the start: the visitor's own, or the demo key. Never the demo key where visitors sign up. */
export function givenKeys(
  { key, account, signup }: PageTerms,
  { own, of }: { own: string | undefined; of?: string | undefined },
): KeyChoice[] {
  const choices: KeyChoice[] = []
  if (own !== undefined) {
    const hint = 'The key of your account, stored in this browser.'
    choices.push({ id: 'own', label: 'Your key', token: own, hint })
  }
  const isOfAccount = of === undefined || of === account
  if (key !== null && !signup && isOfAccount) {
    const hint = 'The demo key has all permissions. It opens this sandbox and nothing else.'
    choices.push({ id: 'demo', label: `Demo key (${key})`, token: key, hint })
  }
  return choices
}

/** The characters that a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/

/** Why a text cannot be a token, if it cannot. */
export function problemOfToken(text: string) {
  return TOKEN.test(text)
    ? undefined
    : 'A token has neither spaces nor accented letters. Copy it again.'
}

const VISITOR_KEY = 'svc-visitor-key'

/** The key of the account that a visitor of a hosted demo created in this browser. */
export function visitorKey() {
  return ofBrowser.get(ofServer(VISITOR_KEY))
}

/** @param token Undefined forgets the key. */
export function keepVisitorKey(token: string | undefined) {
  ofBrowser.set(ofServer(VISITOR_KEY), token)
}
