import { visible } from '../../src/text/visible.ts'
import { type Cause, causeOf } from './causes.ts'
import { budgetOf, type Digest, SECTION_TITLES } from './digest.ts'
import { answerOf, commandsOf, quotation, reasonOf, wayToTry } from './explanation.ts'
import { type CheckResult, type Failure, isFinished, type RunResult } from './result.ts'
import { titleOf } from './wording.ts'

/**
 * JUnit XML by Jenkins' junit-10.xsd, the strictest reader: a suite for each section, and a test case for each check.
 * The first suite, `Run`, has one case, which is in error if the run did not end normally: readers show a file
 * without failures as green.
 */
export function junitReport({ result, causes }: Digest): string {
  const suites = [
    runSuite(result),
    ...Object.keys(SECTION_TITLES).flatMap((section) => {
      const checks = result.checks.filter((check) => check.section === section)
      return checks.length > 0 ? [sectionSuite(section, checks, causes, result.startedAt)] : []
    }),
  ]
  const sum = (count: keyof Counts) =>
    suites.reduce((total, { counts }) => total + counts[count], 0)
  const root = block(
    'testsuites',
    {
      name: titleOf(result),
      tests: sum('tests'),
      failures: sum('failures'),
      errors: sum('errors'),
      time: seconds(result.durationMs),
    },
    suites.map(({ markup }) => markup),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

type Counts = Record<'tests' | 'failures' | 'errors' | 'skipped', number>

interface Suite {
  counts: Counts
  markup: Markup
}

interface Case {
  kind: 'pass' | 'failure' | 'error' | 'skipped'
  markup: Markup
}

function runSuite(result: RunResult): Suite {
  const message = result.reason ?? `the run ended as ${result.outcome}`
  const error = isFinished(result) ? [] : [element('error', { message, type: result.outcome })]
  const end: Case = {
    kind: isFinished(result) ? 'pass' : 'error',
    markup: testCase(
      'contract.Run',
      result.traffic ? 'the traffic was judged' : 'the run finished',
      result.durationMs,
      error,
    ),
  }
  const { main, all, repeated } = budgetOf(result.requests)
  const facts = {
    base_url: result.baseUrl,
    level: result.level,
    outcome: result.outcome,
    facts_proved: `${result.facts.filter(({ verdict }) => verdict === 'pass').length} of ${result.facts.length}`,
    requests_main: main,
    requests_all: all,
    requests_repeated: String(repeated),
  }
  const properties = Object.entries(facts).map(([name, value]) =>
    element('property', { name, value }),
  )
  const commands = result.leftovers.map(({ curl }) => curl).join('\n')
  const before = [element('properties', {}, properties)]
  const after = commands
    ? [element('system-err', {}, [text(`Left behind; to delete:\n${commands}`)])]
    : []
  return suite(
    'Run',
    result.durationMs,
    result.startedAt,
    [end, ...required(result)],
    before,
    after,
  )
}

/** A case that fails for what `--strict` and `--require` ask for in vain. */
function required({ unmet = [] }: RunResult): Case[] {
  if (unmet.length === 0) return []
  const message = unmet[0] as string
  const failure = element('failure', { message, type: 'unmet' }, [text(unmet.join('\n'))])
  return [{ kind: 'failure', markup: testCase('contract.Run', 'enough was proved', 0, [failure]) }]
}

function sectionSuite(
  section: string,
  checks: CheckResult[],
  causes: Cause[],
  startedAt: string,
): Suite {
  const name = `§${section} ${SECTION_TITLES[section]}`
  const spent = checks.reduce((total, { durationMs }) => total + durationMs, 0)
  const titles = unique(checks.map(caseName))
  const cases = checks.map((check, index): Case => {
    const { kind, outcome } = outcomeOf(check, causes)
    const title = titles[index] as string
    return { kind, markup: testCase(`contract.${name}`, title, check.durationMs, outcome) }
  })
  return suite(name, spent, startedAt, cases)
}

function suite(
  name: string,
  durationMs: number,
  startedAt: string,
  cases: Case[],
  before: Markup[] = [],
  after: Markup[] = [],
): Suite {
  const of = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length
  const counts = {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  }
  const markup = block(
    'testsuite',
    {
      name,
      ...counts,
      time: seconds(durationMs),
      // The form of Ant, without milliseconds and zone.
      timestamp: startedAt.slice(0, 19),
    },
    [...before, ...cases.map((each) => each.markup), ...after],
  )
  return { counts, markup }
}

function outcomeOf(check: CheckResult, causes: Cause[]): { kind: Case['kind']; outcome: Markup[] } {
  const open = check.failures.filter(({ known }) => !known)
  const [known] = check.failures.flatMap((failure) => failure.known ?? [])
  if (open.length > 0 || (check.verdict === 'fail' && !known)) {
    return { kind: 'failure', outcome: [failureElement(open, check, causes)] }
  }
  if (known) {
    const message = `known: ${known.owner} until ${known.expires}`
    return { kind: 'skipped', outcome: [skipped(message, check.failures.map(story))] }
  }
  if (check.verdict === 'undetermined') {
    return {
      kind: 'skipped',
      outcome: [skipped(check.reason ?? 'undetermined', [`To try: ${wayToTry(check)}.`])],
    }
  }
  return { kind: 'pass', outcome: [] }
}

/** One element for all failures of a check, because Jenkins and GitLab show only the first. */
function failureElement(open: Failure[], check: CheckResult, causes: Cause[]): Markup {
  const [first] = open
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : ''
  const message = first
    ? `${first.fact ?? 'assumption'}: ${sameCause(first, causes)}expected ${first.expected}, got ${first.actual}${more}`
    : (check.reason ?? 'the check failed without naming a fact')
  return element('failure', { message, type: first?.fact ?? 'assumption' }, [
    text(check.failures.map(story).join('\n\n')),
  ])
}

/** `same cause as 4.4: `, for a fact that another one explains. */
function sameCause(failure: Failure, causes: Cause[]): string {
  const cause = causeOf(failure, causes)
  const isOther = cause && cause.lead.fact !== undefined && cause.lead.fact !== failure.fact
  return isOther ? `same cause as ${cause.lead.name}: ` : ''
}

function skipped(message: string, stories: string[]): Markup {
  return element('skipped', { message }, [text(stories.join('\n\n'))])
}

function story(failure: Failure): string {
  const { fact, expected, actual, occurrences, exchange, known } = failure
  return [
    `${fact ?? 'assumption'}: ${quotation(failure)}`,
    reasonOf(failure),
    `expected: ${expected}`,
    `actual: ${actual}`,
    `seen: ${occurrences} ×${failure.operation ? `, in ${failure.operation}` : ''}`,
    known && `known: ${known.owner} until ${known.expires}`,
    exchange && `request: ${exchange.curl}`,
    exchange && `response: ${answerOf(exchange)}`,
    exchange?.responseBody,
    exchange?.script && `to repeat it from nothing:\n${commandsOf(exchange)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function testCase(className: string, name: string, durationMs: number, inner: Markup[]): Markup {
  return element('testcase', { name, classname: className, time: seconds(durationMs) }, inner)
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

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** Text that is XML already. */
export type Markup = string & { readonly markup: unique symbol }

type Attributes = Record<string, string | number>

export function element(name: string, values: Attributes, children: Markup[] = []): Markup {
  const inner = children.join('')
  const start = `${name}${attributes(values)}`
  return (inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>`) as Markup
}

/** An element without text, with each child on a line of its own. */
export function block(name: string, values: Attributes, children: Markup[]): Markup {
  return `<${name}${attributes(values)}>\n${children.join('\n')}\n</${name}>` as Markup
}

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('')
}

export function text(content: string): Markup {
  return escapeText(content) as Markup
}

function escapeAttribute(value: string): string {
  return escapeText(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
}

/** XML 1.0 cannot hold controls. One of them makes a report unreadable, which some CI systems show as green. */
function escapeText(value: string): string {
  return visible(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
