import type { ApiDocument } from '../document/api-document.ts'
import { resolvePointer } from '../document/pointer.ts'
import { invalidInput } from '../invalid-input.ts'
import type { FixtureText } from '../store/fixtures.ts'
import { MAX_KEYS } from './keys.ts'

/** Of the text, which is read in one go: as JSON, written out with an indentation of two. */
export const MAX_CHARACTERS = 262_144

/** What a fixture may hold that is sent; the rest of what the sandbox keeps to is in the document. */
export const SENT_LIMITS = {
  accounts: 100,
  users: 100,
  // The account gets one of its own.
  keys: MAX_KEYS - 1,
  campaigns: 10_000,
  allKeywords: 100_000,
}

/** A fixture that came with a request, to be read within limits. Throws the failure for one that is too long. */
export function sentFixture(fixture: string | object, document: ApiDocument): FixtureText {
  const text = typeof fixture === 'string' ? fixture : writtenOut(fixture)
  requireShort(text)
  const limits = {
    ...SENT_LIMITS,
    keywords: mostOf('keywords', document),
    competitors: mostOf('competitors', document),
  }
  return { title: 'that was sent', text, limits }
}

/** In lines, for problems to name. */
function writtenOut(fixture: object): string {
  // What is nested deep grows out of all proportion.
  requireShort(JSON.stringify(fixture))
  return JSON.stringify(fixture, null, 2)
}

function requireShort({ length }: string): void {
  if (length <= MAX_CHARACTERS) return
  throw invalidInput([
    {
      in: 'body',
      path: '/fixture',
      message:
        `must have at most ${MAX_CHARACTERS} characters (JSON in lines, indented by two); found ${length}. ` +
        'Leave some out, or start a sandbox with it as a file (--fixture)',
    },
  ])
}

/** How many entries a list of a campaign may have that is created by a request. */
function mostOf(list: string, { raw }: ApiDocument): number {
  const input = resolvePointer(
    raw,
    '/paths/~1campaigns/post/requestBody/content/application~1json/schema',
  )
  const schema = input && resolvePointer(raw, `${input.pointer}/properties/${list}`)
  const most = schema?.value.maxItems
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY
}
