import { execFileSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { LOG_LEVELS } from './config/options.ts'
import { errorLog, type Log, limitedTo, terminalLog } from './log.ts'

const HOSTILE = '\u001b]0;x\u0007\u009b31m\u202e\u200b\nnext'
const SHOWN = '\\u001b]0;x\\u0007\\u009b31m\\u202e\\u200b\\nnext'

const RECORD = {
  requestId: 'req_1',
  method: HOSTILE,
  url: HOSTILE,
  status: 200,
  durationMs: 1,
  account: HOSTILE,
  key: HOSTILE,
  error: HOSTILE,
  fault: HOSTILE,
}

it('a line for the terminal shows what would control it', () => {
  const lines: string[] = []
  const log = terminalLog(
    (line) => lines.push(line),
    () => '09:30:00',
  )

  log.access(RECORD)
  log.notice(HOSTILE)

  expect(lines[0]?.split(SHOWN)).toHaveLength(6)
  expect(lines[1]).toBe(`\u001b[2m09:30:00\u001b[0m  ${SHOWN}\n`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of ours begin with it
  const own = /\u001b\[\d+m/g
  for (const line of lines) expect(line.replace(own, '')).toMatch(/^[^\p{Cc}\p{Cf}]*\n$/u)
})

it('a failure is printed with its stack, and with escapes', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  errorLog.failure('Failed:', new Error(HOSTILE))
  const text = String(printed.mock.calls[0]?.[0])
  printed.mockRestore()

  expect(text).toContain('Failed: Error: \\u001b]0;x\\u0007')
  expect(text).toContain('log.test.ts')
  expect(text.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\p{Cf}]*$/u)
})

it('a line for machines is JSON that means the same, with escapes', () => {
  const script = `
    import { jsonLog } from './src/log.ts'
    const log = jsonLog(Date.now)
    log.access(${JSON.stringify(RECORD)})`
  const line = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )

  expect(JSON.parse(line)).toMatchObject({ level: 30, url: HOSTILE, key: HOSTILE, msg: 'request' })
  expect(line).toContain('\\u009b31m\\u202e\\u200b')
})

it.each([
  ['silent', []],
  ['error', ['failure']],
  ['warn', ['failure', 'notice', 'access 503']],
  ['info', ['failure', 'notice', 'access 200', 'access 503', 'event']],
  ['debug', ['failure', 'notice', 'access 200', 'access 503', 'access 204', 'event', 'debug']],
] as const)('level %s shows %j', (level, expected) => {
  const shown: string[] = []
  const note = (line: string) => () => void shown.push(line)
  const all: Log = {
    failure: note('failure'),
    notice: note('notice'),
    access: ({ status }) => void shown.push(`access ${status}`),
    event: note('event'),
    debug: note('debug'),
  }

  const log = limitedTo(level, all)
  log.failure('', new Error())
  log.notice('')
  log.access(RECORD)
  log.access({ ...RECORD, status: 503 })
  log.access({ ...RECORD, status: 204 }, true)
  log.event('started', {})
  log.debug('', {})

  expect(shown).toEqual(expected)
  expect(LOG_LEVELS).toContain(level)
})
