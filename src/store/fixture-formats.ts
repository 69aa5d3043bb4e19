import ipaddr from 'ipaddr.js'
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
    network: (text) => ipaddr.isValidCIDR(text) || ipaddr.IPv6.isValid(text) || isDottedQuad(text),
    receiver: isReceiver,
    secret: (text) => secretProblem(text) === undefined,
    time: (text) => parseFixtureTime(text, 0) !== undefined,
    'past-time': (text) => parseFixtureTime(text, 0) !== undefined && !isAhead(text),
  }
}

// ipaddr.js also takes 127.1 and 0x7f.1 for addresses, which are slips here.
function isDottedQuad(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text)
}

// Where it leads to is looked at when something is sent, as for any other webhook.
function isReceiver(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}
