/**
 * An option of the commands that send requests to a server: `check`, `fuzz`, `learn`, `clean` and `proxy`. Its flag is its
 * name. With neither `value` nor `values`, it is a switch.
 */
export interface SuiteOption {
  /** What the help shows for the value. A value in brackets may be missing: `--enforce` or `--enforce stated`. */
  value?: string
  /** The same for a flag that can be repeated, or has several values (`<file...>`). */
  values?: string
  /** The sentence of the help; a command may say it in another way. */
  says?: string
  /** Its kind in a configuration file, if it is none of text, list and switch. */
  member?: 'number' | 'files' | 'level' | 'facts'
  /** Whether a configuration file cannot have it. */
  isFlagOnly?: true
  /** Between the values in the variable of a list. Default: a comma. */
  separator?: string
  /** What the suite uses a key for. */
  key?: 'main' | 'restricted' | 'limited' | 'revoked' | 'other' | 'logout'
  /** Shells offer these values, or the ids of all operations. Others are refused later, also those of a variable. */
  offers?: readonly string[] | 'operations' | 'operations and all'
  /** The only values of a flag. */
  choices?: readonly string[]
  /** The command that replaced the flag of `svc-sandbox check`, whose help does not show it. */
  replacedBy?: string
}

/** The kinds of reports of a run. */
export const REPORTS = ['junit=', 'json=', 'html=', 'md=', 'sarif=']

/**
 * All options of `svc-sandbox check`. Flags, variables, members of the configuration file, types and the help come from here,
 * also for the commands that have some of them. Editors show the comments.
 */
export const SUITE_OPTIONS = {
  /** The API root, such as `https://staging.example.com/api`. */
  baseUrl: { value: '<url>' },
  /** The key to check with. `${NAME}` is the value of an environment variable, in this and in every other text. */
  token: { value: '<key>', key: 'main', says: 'key to send requests with' },
  restrictedToken: { value: '<key>', key: 'restricted', says: 'key with few permissions' },
  limitedToken: {
    value: '<key>',
    key: 'limited',
    says: 'key with a limit of at most 10 requests; the run uses it up',
  },
  revokedToken: { value: '<key>', key: 'revoked', says: 'key that was deleted' },
  otherToken: {
    value: '<key>',
    key: 'other',
    says: 'key of another account, which must not see or change anything',
  },
  /** A key that the run may log out. */
  logoutToken: { value: '<key>', key: 'logout', says: 'key that the run may log out' },
  /** Sends nothing that could change the server. */
  readOnly: { says: 'send only requests that change nothing' },
  level: {
    value: '<level>',
    member: 'level',
    offers: ['stated', 'assumed'],
    says: 'what to check: stated facts, or also what is assumed (default: stated)',
  },
  /** Sends up to 220 requests with the key. */
  thorough: { says: 'send up to 220 requests with the key: more pages and larger requests' },
  maxRequests: {
    value: '<number>',
    member: 'number',
    says: 'maximum number of requests with the key',
  },
  /** Requests a second at most. */
  rate: {
    value: '<number>',
    member: 'number',
    says: 'maximum number of requests per second (default: unlimited)',
  },
  /** Seconds to wait where the server asks for it. Default: 15. */
  maxWait: {
    value: '<seconds>',
    member: 'number',
    says: 'maximum wait for a throttle or a used-up quota (default: 15)',
  },
  /** Seconds that a response may take. */
  timeout: {
    value: '<seconds>',
    member: 'number',
    says: 'maximum wait for a response (default: 30)',
  },
  /** Reports to write: `junit=out/junit.xml`. */
  report: {
    values: '<kind=file>',
    offers: [...REPORTS, 'badge='],
    says: 'report to write: junit, json, html, md, sarif or badge, and its file; can be repeated',
  },
  /** Headers to send with every request: `X-Gateway: blue`. */
  header: {
    values: '<header>',
    // A value may contain commas.
    separator: '\n',
    says: "header to send with every request, such as 'X-Gateway: blue'; can be repeated",
  },
  /** Facts, sections or operations to judge; the others are left out. */
  only: {
    values: '<list>',
    offers: 'operations',
    says: 'facts (2.23), sections (§7) or operations (getRankings) to judge, separated by commas',
  },
  /** Facts, sections or operations to leave out. */
  skip: {
    values: '<list>',
    offers: 'operations',
    says: 'facts, sections or operations to leave out; these operations are not called',
  },
  /** Fails unless every fact is proved. */
  strict: { says: 'exit with 1 unless every fact is proved' },
  /** The number of facts that must be proved, or their ids. */
  require: {
    value: '<number|facts>',
    member: 'facts',
    says: 'facts that must be proved, such as 120 or 2.23,7.1; exit with 1 otherwise',
  },
  /** A file of accepted failures. */
  known: { value: '<file>', says: 'accepted failures, each with an owner and an expiry date' },
  writeKnown: {
    value: '<file>',
    isFlagOnly: true,
    says: 'file to write the failures of this run to, accepted for 30 days',
  },
  /** Overlay files that describe how the server differs: `check` compares with them, and `serve` serves them. */
  overlay: {
    values: '<file...>',
    member: 'files',
    says: 'OpenAPI overlays to compare with at level assumed',
  },
  /** Overlays, separated by commas, that describe the server as it was learned before. */
  compare: {
    value: '<files>',
    says: 'overlays written by learn, separated by commas: list what changed since; exit with 1 if it breaks clients',
  },
  allowLiveKey: { says: 'allow a production key' },
  verbose: { isFlagOnly: true, says: 'show every failure and observation in full' },
  learn: { value: '<file>', isFlagOnly: true, replacedBy: 'learn' },
  fuzz: { value: '<cases>', isFlagOnly: true, replacedBy: 'fuzz' },
  seed: {
    value: '<number>',
    isFlagOnly: true,
    replacedBy: 'fuzz',
    says: 'seed of the cases, to repeat a run (default: random)',
  },
  replay: {
    value: '<file>',
    isFlagOnly: true,
    replacedBy: 'fuzz',
    says: 'case to run again, from a file that a run wrote',
  },
  clean: { isFlagOnly: true, replacedBy: 'clean' },
} as const satisfies Record<string, SuiteOption>

export type SuiteOptionName = keyof typeof SUITE_OPTIONS

/** A list, a text, a switch, or either of the last two. */
export function kindOf({ value, values }: SuiteOption): 'list' | 'text' | 'switch' | 'either' {
  if (values !== undefined) return 'list'
  if (value === undefined) return 'switch'
  return value.startsWith('[') ? 'either' : 'text'
}
