import { isAddressOrBlock } from '../accounts/address.ts'
import { secretProblem } from '../accounts/webhook-secret.ts'
import { isLoopbackHost } from '../config.ts'
import type { FixtureTerms } from './fixture-schema.ts'
import { isAhead, parseFixtureTime } from './fixture-time.ts'

/** What the formats that the schema of a fixture names accept. */
export function fixtureFormats(terms: FixtureTerms): Record<string, (text: string) => boolean> {
  return {
    token: (text) =>
      terms.tokenTypeOf(text) !== undefined &&
      /^[\w-]+$/.test(text) &&
      !terms.tokenPrefixes.includes(text),
    network: isAddressOrBlock,
    receiver: isReceiver,
    secret: (text) => secretProblem(text) === undefined,
    time: (text) => parseFixtureTime(text, 0) !== undefined,
    'past-time': (text) => parseFixtureTime(text, 0) !== undefined && !isAhead(text),
  }
}

// Where it leads to is looked at when something is sent, as for any other webhook.
function isReceiver(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}
