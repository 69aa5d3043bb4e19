import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { digest } from '../../contract-tests/report/digest.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { checkServer, plantedAs } from '../../contract-tests/self-test/suite.ts'
import { root } from './snippets.ts'

it('shows a failed check as the tool prints it', async () => {
  const { result } = await checkServer(plantedAs('meta.version is a number'))
  const [sample = ''] =
    /✘ [\s\S]*?(?=\n```)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const printed = terminalReport(digest(result))

  // Times, ports and counts differ in each run, and so do the places where long lines are broken.
  const steady = (text: string) => text.replace(/\s*│?\s+/g, ' ').replace(/\d+( ?m?s\b)?/g, '#')
  const begin = printed.indexOf('✘ 4.12')
  expect(steady(printed.slice(begin, printed.indexOf('\n\n', begin)))).toBe(steady(sample))
})
