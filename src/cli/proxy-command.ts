import { Argument, type Command } from 'commander'
import type { Flags } from '../config/sources.ts'
import { REPORTS, SUITE_OPTIONS, type SuiteOption } from '../config/suite-options.ts'
import { PROXY_MODES } from '../pipeline/upstream.ts'
import { addSandboxFlags } from './option-flags.ts'
import { PROXY_PORT } from './serving.ts'
import { addFlags, type FlagsOf } from './suite-flags.ts'

const OWN = {
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
} as const satisfies Record<string, SuiteOption>

const { token, restrictedToken, limitedToken, revokedToken, otherToken, logoutToken } =
  SUITE_OPTIONS
const KEYS = {
  token: { ...token, says: 'main key of the traffic, if the app sends several' },
  restrictedToken,
  limitedToken: { ...limitedToken, says: 'key with a low limit' },
  revokedToken,
  otherToken: { ...otherToken, says: 'key of another account' },
  logoutToken: { ...logoutToken, says: 'key that is logged out' },
}

/** The options of `svc-sandbox proxy`, without those of its sandbox. */
export const PROXY_OPTIONS = { ...OWN, ...KEYS }

/** The flags of `svc-sandbox proxy` as commander reads them, with those of its sandbox. */
export type ProxyFlags = Flags & FlagsOf<typeof PROXY_OPTIONS>

export function addProxy(program: Command): Command {
  const proxying = program
    .command('proxy')
    .description(
      'run a sandbox in front of a server: watch, record, replay and replace its responses',
    )
    .addArgument(
      new Argument('[upstream]', 'root of the API of the server (default: SVC_BASE_URL)'),
    )
  addSandboxFlags(proxying, { port: { served: PROXY_PORT }, host: {} })
  addFlags(proxying, OWN)
  addSandboxFlags(proxying, {
    overlay: { says: 'OpenAPI overlays that describe how the server differs' },
    fixture: { says: 'data of the sandbox' },
    data: { says: 'folder to keep the data of the sandbox in', usual: 'in memory' },
    logLevel: { says: 'what the log shows' },
  })
  addFlags(proxying, KEYS)
  return proxying
}
