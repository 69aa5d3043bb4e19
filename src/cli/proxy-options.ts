import type { Flags } from '../config/sources.ts'
import { REPORTS, SUITE_OPTIONS, type SuiteOption } from '../config/suite-options.ts'
import { PROXY_MODES } from '../pipeline/upstream.ts'
import type { FlagsOf } from './suite-flags.ts'

const { token, restrictedToken, limitedToken, revokedToken, otherToken, logoutToken } =
  SUITE_OPTIONS

/** The options of `svc-sandbox proxy`, without those of its sandbox. */
export const PROXY_OPTIONS = {
  mode: {
    value: '<mode>',
    choices: PROXY_MODES,
    says: 'watch, record, replay, or update the cassette (default: watch)',
  },
  cassette: { value: '<file>', says: 'HAR file to record to or replay from, without secrets' },
  enforce: {
    value: '[kind]',
    offers: ['stated', 'assumed'],
    says: 'refuse requests that contradict stated facts (stated), or that also differ from our assumptions (assumed)',
  },
  allowLiveKey: { says: 'forward requests with a production key' },
  sandbox: {
    values: '<operations>',
    offers: 'operations and all',
    says: 'operations that the sandbox answers, separated by commas, or all',
  },
  sandboxMissing: { says: 'let the sandbox answer what the upstream does not have' },
  report: {
    values: '<kind=file>',
    offers: REPORTS,
    says: 'report to write at the end: junit, json, html, md or sarif, and its file; can be repeated',
  },
  timeout: SUITE_OPTIONS.timeout,
  ca: { value: '<file>', says: 'additional certificate authorities to trust, in PEM' },
  insecure: { says: 'accept any certificate of the upstream' },
  ...{ token, restrictedToken, limitedToken, revokedToken, otherToken, logoutToken },
} as const satisfies Record<string, SuiteOption>

/** The flags of `svc-sandbox proxy` as commander reads them, with those of its sandbox. */
export type ProxyFlags = Flags & FlagsOf<typeof PROXY_OPTIONS>
