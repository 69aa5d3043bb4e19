import { visible } from '../../src/text/visible.ts'
import { type Cause, causeOf } from './causes.ts'
import { budgetOf, type Digest, SECTION_TITLES } from './digest.ts'
import { answerOf, commandsOf, quotation, reasonOf, wayToTry } from './explanation.ts'
import { type CheckResult, type Failure, isFinished, type RunResult } from './result.ts'
import { titleOf } from './wording.ts'

interface Suite {
  name: string
  durationMs: number
  cases: Case[]
  properties?: Record<string, string>
  /** Commands to delete what was left behind. */
  commands?: string
}

interface Case {
  name: string
  durationMs: number
  /** Absent if it passed. */
  end?: { kind: 'failure' | 'error' | 'skipped'; message: string; type?: string; text?: string }
}

/**
 * JUnit XML by Jenkins' junit-10.xsd, the strictest reader: a suite for each section, and a test case for each check.
 * The first case of the first suite, `Run`, is in error if the run did not end normally: readers show a file
 * without failures as green.
 */
export function junitReport({ result, causes }: Digest): string {
  const suites = [runSuite(result), ...sectionSuites(result, causes)]
  const { tests, failures, errors } = countsOf(suites.flatMap(({ cases }) => cases))
  const name = titleOf(result)
  const totals = { name, tests, failures, errors, time: seconds(result.durationMs) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(totals)}>`,
    ...suites.flatMap((suite) => linesOf(suite, result.startedAt)),
    '</testsuites>\n',
  ].join('\n')
}

function countsOf(cases: Case[]) {
  const of = (kind: string) => cases.filter(({ end }) => end?.kind === kind).length
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  }
}

function runSuite(result: RunResult): Suite {
  const { outcome, durationMs, reason = `the run ended as ${outcome}`, unmet = [] } = result
  const { main, all, repeated } = budgetOf(result.requests)
  const proved = result.facts.filter(({ verdict }) => verdict === 'pass').length
  return {
    name: 'Run',
    durationMs,
    cases: [
      {
        name: result.traffic ? 'the traffic was judged' : 'the run finished',
        durationMs,
        ...(!isFinished(result) && { end: { kind: 'error', message: reason, type: outcome } }),
      },
      // Fails for what `--strict` and `--require` ask for in vain.
      ...unmet.slice(0, 1).map((message): Case => {
        const end = { kind: 'failure', message, type: 'unmet', text: unmet.join('\n') } as const
        return { name: 'enough was proved', durationMs: 0, end }
      }),
    ],
    properties: {
      base_url: result.baseUrl,
      level: result.level,
      outcome,
      facts_proved: `${proved} of ${result.facts.length}`,
      requests_main: main,
      requests_all: all,
      requests_repeated: String(repeated),
    },
    commands: result.leftovers.map(({ curl }) => curl).join('\n'),
  }
}

function sectionSuites({ checks }: RunResult, causes: Cause[]): Suite[] {
  return Object.entries(SECTION_TITLES).flatMap(([section, title]) => {
    const own = checks.filter((check) => check.section === section)
    const names = unique(own.map(caseName))
    const cases = own.map((check, index): Case => {
      const end = endOf(check, causes)
      return { name: names[index] as string, durationMs: check.durationMs, ...(end && { end }) }
    })
    const durationMs = own.reduce((total, each) => total + each.durationMs, 0)
    return own.length > 0 ? [{ name: `§${section} ${title}`, durationMs, cases }] : []
  })
}

function endOf(check: CheckResult, causes: Cause[]): Case['end'] {
  const open = check.failures.filter(({ known }) => !known)
  const [known] = check.failures.flatMap((failure) => failure.known ?? [])
  const text = check.failures.map(story).join('\n\n')
  if (open.length > 0 || (check.verdict === 'fail' && !known)) {
    const [first] = open
    // One for all failures of a check, because Jenkins and GitLab show only the first.
    const more = open.length > 1 ? ` (and ${open.length - 1} more)` : ''
    const message = first
      ? `${first.fact ?? 'assumption'}: ${sameCause(first, causes)}expected ${first.expected}, got ${first.actual}${more}`
      : (check.reason ?? 'the check failed without naming a fact')
    return { kind: 'failure', message, type: first?.fact ?? 'assumption', text }
  }
  if (known) return { kind: 'skipped', message: acceptance(known), text }
  if (check.verdict !== 'undetermined') return undefined
  const message = check.reason ?? 'undetermined'
  return { kind: 'skipped', message, text: `To try: ${wayToTry(check)}.` }
}

function acceptance({ owner, expires }: NonNullable<Failure['known']>): string {
  return `known: ${owner} until ${expires}`
}

/** `same cause as 4.4: `, for a fact that another one explains. */
function sameCause(failure: Failure, causes: Cause[]): string {
  const cause = causeOf(failure, causes)
  const isOther = cause && cause.lead.fact !== undefined && cause.lead.fact !== failure.fact
  return isOther ? `same cause as ${cause.lead.name}: ` : ''
}

function story(failure: Failure): string {
  const { fact, expected, actual, occurrences, exchange, known } = failure
  return [
    `${fact ?? 'assumption'}: ${quotation(failure)}`,
    reasonOf(failure),
    `expected: ${expected}`,
    `actual: ${actual}`,
    `seen: ${occurrences} ×${failure.operation ? `, in ${failure.operation}` : ''}`,
    known && acceptance(known),
    exchange && `request: ${exchange.curl}`,
    exchange && `response: ${answerOf(exchange)}`,
    exchange?.responseBody,
    exchange?.script && `to repeat it from nothing:\n${commandsOf(exchange)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function caseName({ title, facts }: CheckResult): string {
  return facts.length > 0 ? `${title} [${facts.join(', ')}]` : title
}

/** Readers merge cases of the same name. */
function unique(names: string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length
    return before > 0 ? `${name} (${before + 1})` : name
  })
}

function linesOf({ name, durationMs, cases, properties, commands }: Suite, startedAt: string) {
  const about = {
    name,
    ...countsOf(cases),
    time: seconds(durationMs),
    // The form of Ant, without milliseconds and zone.
    timestamp: startedAt.slice(0, 19),
  }
  const listed = Object.entries(properties ?? {}).map(([name, value]) =>
    element('property', { name, value }),
  )
  return [
    `<testsuite${attributes(about)}>`,
    ...(listed.length > 0 ? [element('properties', {}, listed.join(''))] : []),
    ...cases.map(({ name: title, durationMs, end }) => {
      const { kind, text = '', ...shown } = end ?? {}
      const inner = kind ? element(kind, shown, escaped(text)) : ''
      const time = seconds(durationMs)
      return element('testcase', { name: title, classname: `contract.${name}`, time }, inner)
    }),
    ...(commands
      ? [element('system-err', {}, escaped(`Left behind; to delete:\n${commands}`))]
      : []),
    '</testsuite>',
  ]
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function element(name: string, values: Record<string, string>, inner = ''): string {
  const start = name + attributes(values)
  return inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>`
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapedAttribute(String(value))}"`)
    .join('')
}

function escapedAttribute(value: string): string {
  return escaped(value).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')
}

/** XML 1.0 cannot hold controls. One of them makes a report unreadable, which some CI systems show as green. */
function escaped(value: string): string {
  return visible(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
