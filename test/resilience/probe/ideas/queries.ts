import { ATTACKER } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import { ALL_OPERATIONS, isOperators, pathFor } from '../operations.ts'
import { bearer } from '../request.ts'

/** Queries in which names repeat, nest or pollute. */
const queries: Idea = {
  name: 'queries',
  weight: 10,
  async run(attempt) {
    const { random } = attempt
    const reads = ALL_OPERATIONS.filter(
      ({ id, method, parameters }) =>
        method === 'GET' && parameters.length > 0 && !/^stream|waitFor/.test(id),
    )
    const operation = random.pick(reads.filter((each) => !isOperators(each)))
    const pairs = operation.parameters
      .filter((name) => name !== 'account' && random.chance(50))
      .map((name) => {
        const suffix = random.pick([
          '',
          '',
          '',
          '',
          '[]',
          '[0]',
          '[__proto__]',
          '[a][b]',
          '.x',
          '%00',
        ])
        return `${name}${suffix}=${random.pick(QUERY_VALUES)}`
      })
    if (random.chance(20))
      pairs.push(
        random.pick([
          '__proto__[polluted]=yes',
          'constructor[prototype][polluted]=yes',
          'a[9999999]=1',
        ]),
      )
    if (random.chance(20)) pairs.push(...pairs)
    await attempt.send(
      attempt.anyServer(),
      {
        method: 'GET',
        target: `${pathFor(operation)}?${pairs.join(random.pick(['&', '&', '&', ';', '&&']))}`,
        headers: [bearer(ATTACKER.key)],
      },
      {},
      operation.id,
    )
  },
}

const QUERY_VALUES = [
  ...['', '0', '-1', '1', '1e3', '0x10', '1001', '99999999999999999999', 'NaN', 'true', '%', '%zz'],
  ...[
    '%00',
    '%E0%A4%A',
    '%ED%A0%80',
    '%FF%FE',
    '+',
    '%2B',
    '%0d%0aX-Injected:%201',
    '..',
    '__proto__',
  ],
  ...[
    '2026-01-01',
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '+010000-01-01',
    '2026-01-01..2025-01-01',
  ],
  ...['2026-01-01T00:00:00Z', '2026-01-01T25:00:00Z', '2026-W01', '20260101', 'yesterday', '-1d'],
  ...['last_30_days', 'Attack', 'attack%20one', 'attack%20one,attack%20two', ATTACKER.campaign],
  ...['ranking.changed', 'campaigns', 'rankings', 'pdf', 'csv', 'json', 'all', '%F0%9F%9A%A2'],
  ...[
    'eyJvZmZzZXQiOjF9',
    'MTIz',
    'a'.repeat(300),
    ','.repeat(200),
    '[',
    '(((((((((',
    '.*.*.*.*x',
    '%5C',
  ],
]

export const QUERIES: Idea[] = [queries]
