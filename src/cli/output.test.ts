import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { outputOf } from '../../test/support/processes/commands.ts'
import { noteError, print, printJson, printReport } from './output.ts'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))

/** They escape what they write; `sandbox.ts` and `serve.ts` hand on the lines of `log.ts` and the output. */
const WRITERS = ['cli/output.ts', 'log.ts', 'sandbox.ts', 'contract.ts']

it('only the output writes to the terminal', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|^web\//.test(file),
  )
  const writing = files.filter((file) =>
    /\.(stdout|stderr)\.write\b|\bconsole\.\w|writeSync\(\s*[12]\b/.test(
      readFileSync(join(SOURCE, file), 'utf8'),
    ),
  )

  expect(writing.filter((file) => !WRITERS.includes(file))).toEqual([])
})

it('a line stays one line, and several are given as a list', async () => {
  const { stdout } = await outputOf(async () => print(['one\ntwo', '::error::three']))

  expect(stdout).toBe('one\\ntwo\n: :error::three\n')
})

it.each([
  [true, '\u001b[31m\\u001b[2Jone\\ntwo\u001b[39m three\\n\n'],
  [false, '\\u001b[2Jone\\ntwo three\\n\n'],
])(
  'a line of parts has their styles where there are colours (%s), and nothing of others',
  async (hasColors, printed) => {
    Object.assign(process.stdout, { hasColors: () => hasColors })
    onTestFinished(() => Reflect.deleteProperty(process.stdout, 'hasColors') as never)
    const parts = [{ style: 'red' as const, text: '\u001b[2Jone\ntwo' }, ' three\n']

    const { stdout } = await outputOf(async () => print({ parts }))

    expect(stdout).toBe(printed)
  },
)

it('further lines of an error are indented', async () => {
  const { stderr } = await outputOf(async () => noteError(new Error('first\nsecond'), 'Failed.'))

  expect(stderr).toBe('Failed.\nfirst\n  second\n')
})

it('a report keeps its colours, and nothing else that a terminal obeys', async () => {
  const report = '\u001b[31mred\u001b[39m \u001b[2J\u001b]0;x\u0007\u202e\nnext\n'
  const { stdout } = await outputOf(async () => printReport(report))

  expect(stdout).toBe('\u001b[31mred\u001b[39m \\u001b[2J\\u001b]0;x\\u0007\\u202e\nnext\n')
})

it('JSON is printed with escapes', async () => {
  const { stdout } = await outputOf(async () => printJson({ name: '\u009b\u202eא' }, 0))

  expect(stdout).toBe('{"name":"\\u009b\\u202eא"}\n')
})
