import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { junitReport } from './junit.ts'
import type { RunResult } from './result.ts'
import { all, parseXml, type XmlElement } from './testing/parse-xml.ts'
import * as samples from './testing/samples.ts'

const { check, failureOf, run } = samples

/** The elements of junit-10.xsd: attributes (required ones with !), and children in any order. */
const RULES: Record<string, { attributes: string; children: string }> = {
  testsuites: { attributes: 'name time tests failures errors', children: 'testsuite' },
  testsuite: {
    attributes: 'name! tests! failures! errors! group time skipped timestamp hostname id package',
    children: 'testsuite properties testcase system-out system-err',
  },
  properties: { attributes: '', children: 'property' },
  property: { attributes: 'name! value!', children: '' },
  testcase: {
    attributes: 'name! time classname group',
    children: 'skipped error failure system-out system-err',
  },
  failure: { attributes: 'type message', children: '' },
  error: { attributes: 'type message', children: '' },
  skipped: { attributes: 'type message', children: '' },
  'system-err': { attributes: '', children: '' },
}

const SAMPLES = {
  allPass: samples.allPass(),
  threeFailures: samples.threeFailures(),
  mostlyUndetermined: samples.mostlyUndetermined(),
  couldNotRun: samples.couldNotRun(),
  cutShort: samples.cutShort(),
  knownFailures: samples.knownFailures(),
}

test.each(Object.entries(SAMPLES))('%s keeps the rules of junit-10.xsd', (_, result) => {
  expect(violations(parseXml(junitReport(digest(result))))).toEqual([])
})

test.each(Object.entries(SAMPLES))('the counts of %s are those of its cases', (_, result) => {
  const root = parseXml(junitReport(digest(result)))

  for (const suite of [root, ...root.children]) {
    const {
      tests,
      failures,
      errors,
      skipped = String(all(root, 'skipped').length),
    } = suite.attributes
    expect({ tests, failures, errors, skipped }).toEqual({
      tests: String(all(suite, 'testcase').length),
      failures: String(all(suite, 'failure').length),
      errors: String(all(suite, 'error').length),
      skipped: String(all(suite, 'skipped').length),
    })
  }
})

test('a check is a case of the suite of its section', () => {
  const root = parseXml(junitReport(digest(samples.threeFailures())))

  expect(root.children.map(({ attributes }) => attributes.name)).toEqual([
    'Run',
    '§1 What the service does',
    '§2 Resources and their fields',
    '§3 States and transitions',
    '§4 Endpoints',
    '§7 Errors',
    '§8 Limits',
  ])
  expect(caseNamed(root, 'updates a campaign [4.17]').attributes).toMatchObject({
    classname: 'contract.§4 Endpoints',
    time: '0.180',
  })
})

test('a failure names the fact and both sides, and holds the request and the answer', () => {
  const root = parseXml(junitReport(digest(samples.threeFailures())))
  const [failure] = all(root, 'failure').filter(({ attributes }) => attributes.type === '7.2')

  expect(failure?.attributes.message).toBe(
    '7.2: expected the object error, got no JSON at all, but text/html',
  )
  expect(failure?.text).toContain(
    "request: curl -i -X POST 'https://staging.example.com/api/campaigns'",
  )
  expect(failure?.text).toContain('<title>Error</title>')
})

test('several failures of a check are one element, which holds them all', () => {
  const root = parseXml(junitReport(digest(samples.threeFailures())))
  const [failure, ...others] = caseNamed(root, 'has the rate-limit headers').children

  expect(others).toEqual([])
  expect(failure?.attributes.message).toMatch(/\(and 2 more\)$/)
  expect(failure?.text.match(/in verifyToken|in createCampaign|in listCampaigns/g)?.length).toBe(3)
})

test('a check that could not be tried is skipped, with the reason and the way to try it', () => {
  const root = parseXml(junitReport(digest(samples.mostlyUndetermined())))

  expect(caseNamed(root, 'refuses a deleted token').children).toMatchObject([
    {
      name: 'skipped',
      attributes: { message: 'no --revoked-token given' },
      text: expect.stringMatching(/^To try: .*--revoked-token/),
    },
  ])
})

test('a known failure is skipped, with its owner and date, and told', () => {
  const root = parseXml(junitReport(digest(samples.knownFailures())))

  expect(caseNamed(root, 'updates a campaign').children).toMatchObject([
    {
      name: 'skipped',
      attributes: { message: 'known: team-gateway until 2026-06-30' },
      text: expect.stringContaining('actual: the old name'),
    },
  ])
  expect(root.attributes.failures).toBe('0')
})

test('a failure that is not known fails its check, whatever else is known there', () => {
  const known = { owner: 'a', expires: '2026-01-01' }
  const failures = [failureOf('8.8', { known }), failureOf('8.10', { expected: 'x', actual: 'y' })]
  const root = parseXml(junitReport(digest(run({ checks: [check('8', 'limits', { failures })] }))))

  expect(all(root, 'failure')).toMatchObject([{ attributes: { type: '8.10' } }])
  expect(all(root, 'failure')[0]?.text).toContain('known: a until 2026-01-01')
})

test('a check that failed without a contradiction is a failure too', () => {
  const root = parseXml(
    junitReport(digest(run({ checks: [check('8', 'limits', { verdict: 'fail' })] }))),
  )

  expect(all(root, 'failure').length).toBe(1)
})

test.each(['couldNotRun', 'cutShort'] as const)('%s is in error, never green', (name) => {
  const root = parseXml(junitReport(digest(SAMPLES[name])))

  expect(root.attributes.errors).toBe('1')
  expect(all(root, 'error')[0]?.attributes.message).toBe(SAMPLES[name].reason)
})

test('too little proof for --strict or --require is a failure, with all that is missing', () => {
  const unmet = ['--strict: 5.4.2 is not proved', '--strict: 8.8 is not proved']
  const root = parseXml(junitReport(digest({ ...samples.allPass(), unmet })))

  expect(caseNamed(root, 'enough was proved').children).toMatchObject([
    { name: 'failure', attributes: { type: 'unmet', message: unmet[0] }, text: unmet.join('\n') },
  ])
})

test('the properties say what was tried, and how much was proved', () => {
  const result = samples.allPass()
  const root = parseXml(junitReport(digest(result)))
  const { length } = result.facts

  const properties = all(root, 'property').map(({ attributes: { name, value } }) => [name, value])
  expect(Object.fromEntries(properties)).toMatchObject({
    base_url: result.baseUrl,
    outcome: 'passed',
    facts_proved: `${length} of ${length}`,
  })
})

test('what was left behind stands in the error output', () => {
  const root = parseXml(junitReport(digest(samples.cutShort())))

  expect(all(root, 'system-err')[0]?.text).toContain('curl -X DELETE')
})

test('two checks of one title stay two cases', () => {
  const checks = [check('8', 'limits', {}), check('8', 'limits', {})]
  const root = parseXml(junitReport(digest(run({ checks }))))

  expect(all(root, 'testcase').map(({ attributes }) => attributes.name)).toEqual([
    'the run finished',
    'limits',
    'limits (2)',
  ])
})

test('no byte of a response makes the report unreadable', () => {
  const nasty = '<a b="c">&amp; ]]> \u0000\u001b[31m \ud800 \uffff\r\n\t\'"😀'
  const failure = failureOf('7.3', { expected: nasty, actual: nasty })
  const result: RunResult = run({ checks: [check('7', nasty, { failures: [failure] })] })
  const root = parseXml(junitReport(digest(result)))

  const readable = '<a b="c">&amp; ]]> \\u0000\\u001b[31m \\ud800 \\uffff\r\n\t\'"😀'
  expect(all(root, 'failure')[0]?.attributes.message).toContain(readable)
  expect(all(root, 'failure')[0]?.text).toContain(`expected: ${readable}`)
  expect(all(root, 'testcase').at(-1)?.attributes.name).toBe(readable)
})

function caseNamed(root: XmlElement, start: string): XmlElement {
  const found = all(root, 'testcase').find(({ attributes }) => attributes.name?.startsWith(start))
  if (!found) throw new Error(`There is no case ${start}.`)
  return found
}

function violations(element: XmlElement): string[] {
  const rule = RULES[element.name] ?? { attributes: '', children: '' }
  const allowed = rule.attributes.split(' ').map((name) => name.replace('!', ''))
  const required = rule.attributes.split(' ').flatMap((name) => name.match(/(.+)!/)?.[1] ?? [])
  const given = Object.keys(element.attributes)
  const time = element.attributes.time ?? '0'
  return [
    ...given.filter((name) => !allowed.includes(name)).map((name) => `${element.name} has ${name}`),
    ...required
      .filter((name) => !given.includes(name))
      .map((name) => `${element.name} lacks ${name}`),
    ...(/^\d*(\.\d*)?$/.test(time) ? [] : [`${element.name} takes ${time}`]),
    ...element.children.flatMap((child) =>
      rule.children.split(' ').includes(child.name)
        ? violations(child)
        : [`${element.name} holds ${child.name}`],
    ),
  ]
}
