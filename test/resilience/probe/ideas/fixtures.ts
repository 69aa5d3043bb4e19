import type { Random } from '../../../support/random.ts'
import { OPERATED } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import { JSON_BODY } from '../request.ts'

const ACCOUNT = `accounts:
  - id: acc_sent
    name: Sent
    keys: [{ token: svc_test_sent0 }]
    campaigns:
      - { name: C, type: serp, keywords: [k], frequency: daily, since: -5d }
`

/** Small texts that are large, slow or confusing for readers of YAML. */
const YAML: ((random: Random) => string)[] = [
  (random) =>
    random
      .pick([
        '{',
        '[',
        '- ',
        '? ',
        ': ',
        '&a ',
        '!!',
        '!',
        '*a ',
        '|\n',
        '>\n',
        '"',
        "'",
        '%',
        '#',
        '<<: ',
        '- - ',
        '{a: ',
        '[a, ',
        '\t',
        '\r',
        '---\n',
        '...\n',
        '!<a> ',
        '{? ',
        '[[',
        '{{',
        '-\n ',
      ])
      .repeat(random.pick([1, 10, 90, 101, 320, 1000, 1900, 20_000])),
  (random) => {
    const levels = random.pick([5, 10, 30])
    const lines = Array.from(
      { length: levels },
      (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`,
    )
    return `a0: &a0 [x]\n${lines.join('\n')}\naccounts: *a${levels}\n`
  },
  () => 'accounts: &a [*a]\n',
  () => 'accounts: &a { b: *a }\n',
  () => '&a a: *a\n',
  (random) =>
    Array.from({ length: random.pick([100, 5000, 20_000]) }, (_, n) => `k${n}: 1`).join('\n'),
  (random) => 'accounts: ['.concat('{id: a},'.repeat(random.pick([10, 101, 20_000])), ']'),
  () => '__proto__: { polluted: yes }\naccounts: []\n',
  () => 'accounts: [{ id: a, __proto__: { polluted: yes } }]\n',
  () => 'constructor: { prototype: { polluted: yes } }\naccounts: []\n',
  () => 'accounts: !!js/function "function(){}"\n',
  () => 'accounts: !!binary "AAAA"\n',
  () => 'accounts: !!set { a, b }\n',
  () => 'accounts: !!omap [a: 1]\n',
  () => 'accounts: !!python/object/apply:os.system [id]\n',
  () => '%YAML 9.9\n---\naccounts: []\n',
  () => '%TAG ! tag:x,2000:\n---\n!a accounts: []\n',
  () => '---\naccounts: []\n---\naccounts: []\n',
  () => 'accounts: []\naccounts: []\n',
  () => '\ufeffaccounts: []\n',
  () => 'accounts:\n\t- id: a\n',
  () => 'accounts: |\n  - id: a\n',
  () => 'include: /etc/passwd\naccounts: []\n',
  () => 'accounts: "/etc/passwd"\n',
  () => '../../../../etc/passwd',
  () => '/etc/passwd',
  () => 'file:///etc/passwd',
  () => 'http://127.0.0.1:1/x.yaml',
  (random) => 'x'.repeat(random.pick([262_143, 262_145, 900_000])),
  (random) => `accounts: "${'\\u0000'.repeat(random.pick([10, 40_000]))}"`,
  (random) => `# ${'x'.repeat(random.pick([10, 200_000]))}\n${ACCOUNT}`,
  (random) =>
    ACCOUNT.replace(
      random.pick(['acc_sent', 'Sent', 'svc_test_sent0', 'serp', 'daily', '-5d', '[k]', 'C,']),
      random.pick(SCALARS),
    ),
  (random) => ACCOUNT.replace(/\w+:/, `${random.pick(SCALARS)}:`),
]

const SCALARS = [
  'null',
  '~',
  '1e999',
  '.inf',
  '-.inf',
  '.nan',
  '0x1F',
  '0o17',
  '1_000',
  '12:30:45',
  'yes',
  '!!str 1',
  '"\\0"',
  '"\\x1b[2J"',
  '"\\ud800"',
  '*none',
  '&b x',
  '<<',
  '[]',
  '{}',
  '? x',
  '| x',
  '-999999999d',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '"../x"',
  '__proto__',
  'acc_victim',
  "'",
  '"',
  '@',
  '`',
  '%',
]

/** Fixtures that a stranger talked the operator into sending. */
const fixtures: Idea = {
  name: 'fixtures',
  weight: 2,
  async run(attempt) {
    const { random, number } = attempt
    const server = attempt.anyServer()
    const id = `acc_sent${number}`
    const fixture = random.pick(YAML)(random)
    const isReset = random.chance(20)
    const answer = await attempt.send(
      server,
      {
        method: 'POST',
        target: isReset ? `/_sandbox/reset?account=acc_none` : '/_sandbox/accounts',
        headers: [...server.operator, JSON_BODY],
        body: JSON.stringify(isReset ? { fixture } : { id, fixture }),
      },
      { mayKnowVictim: true, mayBeBusy: true },
    )
    if (/root:x?:0/.test(answer?.body.toString() ?? '')) attempt.found('a file was read', server)
    if (answer?.status !== 201) return
    const target = `/_sandbox/accounts/${id}`
    await server.send({ method: 'DELETE', target, headers: server.operator })
  },
}

const TIMES = [
  '1s',
  '1m',
  '0s',
  '-1d',
  '1e9d',
  '99999d',
  '401d',
  '1',
  '',
  ' ',
  'NaN',
  'Infinity',
  '1d1d',
  '1.5h',
  '0x1d',
  '१d',
  '1\u00a0d',
  'P1D',
  '2026-02-30',
  '2026-01-15T09:31:00Z',
  '2026-01-15T24:00:00Z',
  '2026-01-15T09:30:61Z',
  '2026-01-15T09:31:00+99:99',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
  '2026-01-15t09:31:00z',
  '2026-01-15 09:31',
  '20260115T093100Z',
  '2026-W03-4',
  'now',
  'tomorrow',
  '1737000000',
  '1737000000000',
  'Thu, 15 Jan 2026 09:31:00 GMT',
  '__proto__',
  '9'.repeat(400),
]

/** Times and durations in all spellings, for clocks and filters. */
const times: Idea = {
  name: 'times',
  weight: 2,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const time = random.pick(TIMES)
    const account = `account=${OPERATED.id}`
    const query = encodeURIComponent(time)
    const [method, target, body] = random.pick([
      ['POST', `/_sandbox/clock?${account}`, { advance: time }],
      ['POST', `/_sandbox/clock?${account}`, { now: time }],
      ['GET', `/_sandbox/events?${account}&since=${query}`, undefined],
      ['GET', `/_sandbox/deliveries?${account}&until=${query}`, undefined],
      ['GET', `/_sandbox/requests?${account}&since=${query}`, undefined],
      ['POST', `/_sandbox/keys?${account}`, { name: 'k', expires_in: time }],
      ['POST', `/_sandbox/keys?${account}`, { name: 'k', expires_at: time }],
      [
        'POST',
        `/_sandbox/faults?${account}`,
        { status: 404, path: '/none', count: 1, expires_in: time },
      ],
    ] as const)
    const answer = await attempt.send(
      server,
      {
        method,
        target,
        headers: [...server.operator, ...(body ? [JSON_BODY] : [])],
        ...(body && { body: JSON.stringify(body) }),
      },
      { mayKnowVictim: true },
      target.split('?')[0],
    )
    if (/Invalid Date|"NaN|:NaN/.test(answer?.status === 200 ? answer.body.toString() : '')) {
      attempt.found('an invalid time is answered', server, undefined, answer)
    }
    const id = /"id":"((?:key|flt)_\w+)"/.exec(
      answer?.status === 201 ? answer.body.toString() : '',
    )?.[1]
    if (id === undefined) return
    const path = `${target.split('?')[0]}/${id}?${account}`
    await server.send({ method: 'DELETE', target: path, headers: server.operator })
  },
}

export const FIXTURES: Idea[] = [fixtures, times]
