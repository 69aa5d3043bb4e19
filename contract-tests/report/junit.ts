import { SECTION_TITLES } from './digest.ts'
import type { CheckResult, Failure, RunResult } from './result.ts'
import { attributes, block, element, type Markup, text } from './xml.ts'

/**
 * JUnit XML within the rules of Jenkins' junit-10.xsd, the strictest of its readers: a suite for each
 * section and a test case for each check. The suite `Run` comes first; its one case is in error when
 * the run did not come to its end, because readers show a file without failures as green.
 */
export function junitReport(result: RunResult): string {
  const suites = [
    runSuite(result),
    ...Object.keys(SECTION_TITLES).flatMap((section) => {
      const checks = result.checks.filter((check) => check.section === section)
      return checks.length > 0 ? [sectionSuite(section, checks, result.startedAt)] : []
    }),
  ]
  const sum = (count: keyof Counts) =>
    suites.reduce((total, { counts }) => total + counts[count], 0)
  const root = block(
    'testsuites',
    attributes({
      name: `Contract check of ${result.baseUrl}`,
      tests: sum('tests'),
      failures: sum('failures'),
      errors: sum('errors'),
      time: seconds(result.durationMs),
    }),
    suites.map(({ markup }) => markup),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

interface Counts {
  tests: number
  failures: number
  errors: number
  skipped: number
}

interface Suite {
  counts: Counts
  markup: Markup
}

interface Case {
  kind: 'pass' | 'failure' | 'error' | 'skipped'
  markup: Markup
}

function runSuite(result: RunResult): Suite {
  const complete = result.outcome === 'passed' || result.outcome === 'failed'
  const reason = result.reason ?? `the run ended as ${result.outcome}`
  const error = complete
    ? []
    : [element('error', attributes({ message: reason, type: result.outcome }), [])]
  const end: Case = {
    kind: complete ? 'pass' : 'error',
    markup: testCase('contract.Run', 'the run came to its end', result.durationMs, error),
  }
  const { main, total, allowed } = result.requests
  const facts = {
    base_url: result.baseUrl,
    level: result.level,
    outcome: result.outcome,
    facts_proved: `${result.facts.filter(({ verdict }) => verdict === 'pass').length} of ${result.facts.length}`,
    requests_main: `${main} of ${allowed.main}`,
    requests_all: `${total} of ${allowed.total}`,
  }
  const properties = Object.entries(facts).map(([name, value]) =>
    element('property', attributes({ name, value }), []),
  )
  const commands = result.leftovers.map(({ curl }) => curl).join('\n')
  return suite('Run', result.durationMs, result.startedAt, [end], {
    before: [element('properties', '', properties)],
    after: commands
      ? [element('system-err', '', [text(`Left behind; to delete:\n${commands}`)])]
      : [],
  })
}

function sectionSuite(section: string, checks: CheckResult[], startedAt: string): Suite {
  const name = `§${section} ${SECTION_TITLES[section]}`
  const spent = checks.reduce((total, { durationMs }) => total + durationMs, 0)
  const titles = unique(checks.map(caseName))
  const cases = checks.map((check, index) =>
    checkCase(`contract.${name}`, titles[index] ?? check.title, check),
  )
  return suite(name, spent, startedAt, cases)
}

function suite(
  name: string,
  durationMs: number,
  startedAt: string,
  cases: Case[],
  around: { before: Markup[]; after: Markup[] } = { before: [], after: [] },
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
    attributes({
      name,
      ...counts,
      time: seconds(durationMs),
      // Readers take the form without milliseconds and zone that Ant once wrote.
      timestamp: startedAt.slice(0, 19),
    }),
    [...around.before, ...cases.map((each) => each.markup), ...around.after],
  )
  return { counts, markup }
}

function checkCase(className: string, name: string, check: CheckResult): Case {
  const { kind, outcome } = outcomeOf(check)
  return { kind, markup: testCase(className, name, check.durationMs, outcome) }
}

function outcomeOf(check: CheckResult): { kind: Case['kind']; outcome: Markup[] } {
  const open = check.failures.filter(({ known }) => !known)
  const [known] = check.failures.flatMap((failure) => failure.known ?? [])
  if (open.length > 0 || (check.verdict === 'fail' && !known)) {
    return { kind: 'failure', outcome: [failureElement(open, check)] }
  }
  if (known) {
    const message = `known: ${known.owner} until ${known.expires}`
    return { kind: 'skipped', outcome: [skipped(message, check.failures.map(story))] }
  }
  if (check.verdict === 'undetermined') {
    return { kind: 'skipped', outcome: [skipped(check.reason ?? 'undetermined', [])] }
  }
  return { kind: 'pass', outcome: [] }
}

/** One element for all failures of a check, because Jenkins and GitLab show only the first. */
function failureElement(open: Failure[], check: CheckResult): Markup {
  const [first] = open
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : ''
  const message = first
    ? `${first.fact ?? 'assumption'}: expected ${first.expected}, got ${first.actual}${more}`
    : (check.reason ?? 'the check failed without naming a fact')
  return element('failure', attributes({ message, type: first?.fact ?? 'assumption' }), [
    text(check.failures.map(story).join('\n\n')),
  ])
}

function skipped(message: string, stories: string[]): Markup {
  return element(
    'skipped',
    attributes({ message }),
    stories.length > 0 ? [text(stories.join('\n\n'))] : [],
  )
}

function story(failure: Failure): string {
  const { fact, section, statement, expected, actual, occurrences, exchange, known } = failure
  return [
    `${fact ?? 'assumption'} (${section}): ${statement}`,
    `expected: ${expected}`,
    `actual: ${actual}`,
    `seen: ${occurrences} ×${failure.operation ? `, in ${failure.operation}` : ''}`,
    known && `known: ${known.owner} until ${known.expires}`,
    exchange && `request: ${exchange.curl}`,
    exchange && `response: ${exchange.status ?? 'none'}`,
    exchange?.responseBody,
  ]
    .filter(Boolean)
    .join('\n')
}

function testCase(className: string, name: string, durationMs: number, inner: Markup[]): Markup {
  return element(
    'testcase',
    attributes({ name, classname: className, time: seconds(durationMs) }),
    inner,
  )
}

function caseName({ title, facts }: CheckResult): string {
  return facts.length > 0 ? `${title} [${facts.join(', ')}]` : title
}

/** Readers take two cases of one name for one case. */
function unique(names: string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length
    return before > 0 ? `${name} (${before + 1})` : name
  })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
