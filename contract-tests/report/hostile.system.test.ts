import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { runSuite } from '../run.ts'
import { replies } from '../self-test/changes.ts'
import { startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { digest } from './digest.ts'
import { githubAnnotations } from './github.ts'
import type { RunResult } from './result.ts'
import { terminalReport } from './terminal.ts'
import { parseReports, REPORT_KINDS, type ReportKind, writeReports } from './write-report.ts'

const ESCAPE = '\u001b[2J\u001b]8;;http://evil\u0007\u009b31m\u0000\r'
const BIDI = '\u202egnitsil\u2066\u200b\u00ad\ufeff\u3164\ud800\u2028\u{e0041}'
const HTML = `</pre></details></td>"><script>alert(1)</script><img src=x onerror=alert(1)>`
const MARKDOWN = '\n```\n````\n</details>\n# owned [a](http://evil) @octocat #1 |'
const COMMANDS = '\n::error::owned\n::stop-commands::x\n##[error]owned\n##vso[task.complete]owned\n'
const HOSTILE = ESCAPE + BIDI + HTML + MARKDOWN + COMMANDS
const HUGE = 1_000_000

/** A server that plants hostile texts in ids, codes, messages and headers, and once a huge one. */
const hostile = replies((reply, { operation }) => {
  const { body } = reply
  if (body?.error) {
    body.error.code = HOSTILE
    body.error.message = HOSTILE
    body.error[HOSTILE] = HOSTILE
  }
  if (body?.data && operation === 'getDashboards') body.data = HOSTILE.repeat(HUGE / 1_000)
  if (body?.data && operation === 'getMentions') body.data = { [HOSTILE]: 1 }
  if (body?.meta) body.meta.version = { [HOSTILE]: HOSTILE }
  if (operation === 'exportCsv') {
    reply.text = HOSTILE + 'x'.repeat(HUGE)
    reply.headers['Content-Type'] = `text/html; a="::error::<script>"${'y'.repeat(3_000)}`
  }
})

let result: RunResult
const reports = {} as Record<ReportKind | 'terminal' | 'verbose' | 'github', string>

beforeAll(async () => {
  const server = await startServer(hostile)
  result = (await runSuite(settingsFor(server))).result
  await server.close()
  result.leftovers = [{ id: HOSTILE, name: HOSTILE, curl: `curl '${HOSTILE}'` }]
}, 120_000)

/** Every report of the hostile run, written once. */
let written: Promise<typeof reports> | undefined
const write = () => {
  written ??= writeAll()
  return written
}

async function writeAll(): Promise<typeof reports> {
  const folder = temporaryFolder()
  const file = (kind: string) => join(folder, kind)
  const requests = parseReports(REPORT_KINDS.map((kind) => `${kind}=${file(kind)}`))
  await writeReports(digest(result), requests, { locate: () => 1, notices: [HOSTILE] })
  for (const kind of REPORT_KINDS) reports[kind] = readFileSync(file(kind), 'utf8')
  reports.terminal = terminalReport(digest(result), { notices: [HOSTILE] })
  reports.verbose = terminalReport(digest(result), { verbose: true })
  reports.github = githubAnnotations(digest(result), { locate: () => 1 })
  return reports
}

const RAW = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u
const TEXTS = [...REPORT_KINDS, 'terminal', 'verbose', 'github'] as const

describe('of a server that sends hostile texts', () => {
  it('the run finds contradictions whose texts are hostile', () => {
    const texts = result.checks.flatMap(({ failures }) => failures.map(({ actual }) => actual))

    expect(texts.some((text) => text.includes('<script>'))).toBe(true)
  })

  test.each(TEXTS)('the report %s shows control and bidi characters escaped', async (kind) => {
    const report = (await write())[kind]

    expect(RAW.exec(report)?.index, report.slice((RAW.exec(report)?.index ?? 0) - 80)).toBe(
      undefined,
    )
    expect(report).not.toContain('evil\u0007')
  })

  test.each(TEXTS)('the report %s cuts huge texts', async (kind) => {
    const report = (await write())[kind]

    expect(report.length).toBeLessThan(kind === 'json' ? 3_000_000 : 1_500_000)
    expect(report).not.toContain('x'.repeat(3_000))
    expect(report).not.toContain('y'.repeat(1_000))
  })

  it('says how long a text was that it cut', async () => {
    const { terminal, html } = await write()

    expect(terminal + html).toMatch(/… \([\d,]+ characters\)/)
    expect(html).toMatch(/1,000,\d{3} characters/)
  })
})

it('an id cannot run commands in the shell that repeats a failure', async () => {
  const id = `x'; touch owned; "$(touch owned)" \`touch owned\``
  const server = await startServer(
    replies(({ body }, { operation }) => {
      if (body?.data?.id && /^(create|get)Campaign$/.test(operation ?? '')) body.data.id = id
      if (operation === 'getCampaign' && body?.data) body.data.type = 7
    }),
  )
  onTestFinished(() => server.close())
  const { result } = await runSuite(settingsFor(server))
  const folder = temporaryFolder()

  const scripts = result.checks
    .flatMap(({ failures }) => failures.map(({ exchange }) => exchange?.script ?? exchange?.curl))
    .filter((script) => script !== undefined)
  for (const script of new Set(scripts)) {
    await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, SVC_TOKEN: server.tokens.main },
    }).catch(() => undefined)
  }

  expect(scripts.some((script) => script.includes('node -pe'))).toBe(true)
  expect(readdirSync(folder)).toEqual([])
})
