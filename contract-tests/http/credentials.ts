import type { Credential } from './exchange.ts'
import type { Tokens } from './settings.ts'

/** A credential as it is sent, and as a shell command shows it without the key. */
export interface SentCredential {
  /** Value of the Authorization header; undefined for none. */
  authorization?: string
  /** The same for people, with a shell variable in place of the key. */
  shown?: string
}

/** A letter in the middle, and the first after the prefix, changed. */
const middle = (token: string) => Math.floor(token.length / 2)
const afterPrefix = (token: string) => token.lastIndexOf('_') + 1

/** Ways to misspell a key, in turns, so that each is tried on several operations. */
const MISSPELLINGS: { of: (token: string) => string; shown: (token: string) => string }[] = [
  {
    of: (token) => token.slice(0, -1) + otherThan(token.at(-1)),
    shown: (token) => `$\{SVC_TOKEN%?}${otherThan(token.at(-1))}`,
  },
  { of: (token) => `${token}x`, shown: () => `$\{SVC_TOKEN}x` },
  { of: (token) => token.slice(0, -1), shown: () => `$\{SVC_TOKEN%?}` },
  {
    of: (token) => changedAt(token, middle(token)),
    shown: () => '<SVC_TOKEN, misspelled in the middle>',
  },
  {
    of: (token) => changedAt(token, afterPrefix(token)),
    shown: () => '<SVC_TOKEN, misspelled at its beginning>',
  },
  {
    of: (token) => ofOtherType(token),
    shown: () => '<SVC_TOKEN, with the prefix of another type>',
  },
  {
    of: (token) => withOtherCase(token),
    shown: () => '<SVC_TOKEN, with a letter in the other case>',
  },
]

/** The header for a credential; `turn` picks the misspelling. */
export function sentCredential(
  credential: Credential,
  tokens: Tokens,
  turn: number,
): SentCredential {
  if (credential === 'anonymous') return {}
  if (credential !== 'misspelled') {
    return {
      authorization: `Bearer ${tokens[credential]}`,
      shown: `Bearer $${VARIABLES[credential]}`,
    }
  }
  const misspelling = MISSPELLINGS[turn % MISSPELLINGS.length] as (typeof MISSPELLINGS)[number]
  return {
    authorization: `Bearer ${misspelling.of(tokens.main)}`,
    shown: `Bearer ${misspelling.shown(tokens.main)}`,
  }
}

/** The environment variable of each key in shell commands. */
export const VARIABLES: Record<keyof Tokens, string> = {
  main: 'SVC_TOKEN',
  restricted: 'SVC_RESTRICTED_TOKEN',
  limited: 'SVC_LIMITED_TOKEN',
  revoked: 'SVC_REVOKED_TOKEN',
  other: 'SVC_OTHER_TOKEN',
  logout: 'SVC_LOGOUT_TOKEN',
}

/** The main key with each mistake that a run makes in it. */
export function misspelled(token: string): string[] {
  return MISSPELLINGS.map(({ of }) => of(token))
}

function changedAt(token: string, index: number): string {
  return token.slice(0, index) + otherThan(token[index]) + token.slice(index + 1)
}

/** A test key with the prefix of live keys, and the other way round (§3.3). A live key has two prefixes (§5.3). */
function ofOtherType(token: string): string {
  const other = token.replace(/^svc_test_/, 'svc_live_')
  const changed = other === token ? token.replace(/^svc_[a-z]+_/, 'svc_test_') : other
  return changed === token ? changedAt(token, 0) : changed
}

/** The last letter in its other case; for a token without letters, an additional one. */
function withOtherCase(token: string): string {
  const other = token.replace(/[a-z](?=[^a-z]*$)/i, (letter) => {
    return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
  })
  return other === token ? `${token}Q` : other
}

function otherThan(character: string | undefined): string {
  return character === 'q' ? 'z' : 'q'
}
