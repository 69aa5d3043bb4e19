import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { randomFrom } from '../../test/support/random.ts'
import { decodings, NAMES_OF_SPELLINGS, spelled } from '../../test/support/spelled.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { fuzz } from '../fuzz/run.ts'
import { fuzzReport } from '../fuzz/terminal.ts'
import type { Settings } from '../http/settings.ts'
import { overlayText } from '../learning/overlay.ts'
import { runSuite } from '../run.ts'
import { startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { digest } from './digest.ts'
import { githubAnnotations } from './github.ts'
import { terminalReport } from './terminal.ts'
import { parseReports, REPORT_KINDS, writeReports } from './write-report.ts'

const ODD = `/+=%&<>"'\\`

/** Keys as odd as a header can carry, and what a server may hand out. The letters around the others differ. */
const TOKENS = {
  main: `svc_test_7aBqXw${ODD}cD9eFz`,
  restricted: `svc_restricted_8gHrYu${ODD}iJ4tKp`,
  limited: `svc_test_3kLmZv${ODD}mN2sWq`,
  revoked: `svc_test_5oPnQe${ODD}qR6uTb`,
}
const HEADERS = {
  'x-gateway': `b1Uekq ü${ODD}42vVxj`,
  'proxy-authorization': `Basic ${Buffer.from('me:pA55zz/w0rdyy+').toString('base64')}`,
}
const HANDED_OUT = { session: 'svc_session_9ZzkkQ/Yy7wwJ+=', secret: 'whsec_Q2hvb3NlL2EreQ==' }
const SECRETS = [
  ...Object.values(TOKENS),
  ...Object.values(HEADERS),
  'pA55zz/w0rdyy+',
  ...Object.values(HANDED_OUT),
]
/** A part of a key is a leak, too. */
const PARTS = SECRETS.flatMap(
  (secret) => secret.match(/[a-zA-Z0-9]{6}(?=$|[^\w])|(?<=\W)[a-zA-Z0-9]{6}/g) ?? [],
)

/** The breaks of mail are lost within others. */
const INNER = NAMES_OF_SPELLINGS.filter((name) => name !== 'mail')

interface Odd {
  baseUrl: string
  tokens: typeof TOKENS
}

/** The server of the self-test, with odd keys, and spellings of all secrets in its answers. */
async function startEcho(seed: number): Promise<Odd> {
  const { below, pick, chance } = randomFrom(seed)
  const server = await startServer()
  const echo = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { authorization = '', 'content-type': type } = request.headers
    const known = Object.entries(TOKENS).find(([, token]) => authorization.endsWith(token))
    const headers = new Headers({ ...(type && { 'content-type': type }) })
    if (authorization) {
      const own = known ? `Bearer ${server.tokens[known[0] as keyof typeof TOKENS]}` : 'Bearer x'
      headers.set('authorization', own)
    }
    const answer = await fetch(`${server.baseUrl}${request.url?.replace('/api', '')}`, {
      method: request.method as string,
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = JSON.parse((await answer.text()) || '{}')
    const plant = () => {
      const text = spelled(pick(SECRETS), [pick(INNER), pick(NAMES_OF_SPELLINGS)])
      return pick([text, `${'.'.repeat(below(300))}${text}`])
    }
    body.debug = { ...HANDED_OUT, [plant()]: plant() }
    if (body.error) body.error.message = plant()
    if (body.meta && chance(20)) body.meta.version = chance(30) ? { text: plant() } : plant()
    if (chance(10)) body.data = plant()
    const text = chance(5) ? `<p>${plant()}</p>` : JSON.stringify(body)
    for (const [name, value] of answer.headers) {
      if (!/length|encoding|connection/.test(name)) response.setHeader(name, value)
    }
    response.setHeader(
      'X-Echo',
      Buffer.from(plant())
        .toString('latin1')
        .replace(/=?\s*\n\s*/g, ''),
    )
    response.writeHead(chance(5) ? 500 : answer.status)
    response.end(text.replaceAll('/', () => pick(['/', '\\/', '\\u002F'])))
  })
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    echo.closeAllConnections()
    echo.close()
    await server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(echo.address() as AddressInfo).port}/api`, tokens: TOKENS }
}

const settingsOf = (server: Odd, more: Partial<Settings> = {}) =>
  settingsFor(server, { headers: HEADERS, maxWaitMs: 0, ...more })

/** All that a run writes and prints. */
async function reportsOf(settings: Settings): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const { result, findings } = await runSuite(settings, {
    onStart: (leftovers) => {
      setTimeout(() => {
        texts.leftovers = JSON.stringify(leftovers())
      }, 50)
    },
  })
  const folder = temporaryFolder()
  const requests = parseReports(REPORT_KINDS.map((kind) => `${kind}=${join(folder, kind)}`))
  await writeReports(digest(result), requests, { locate: () => 1 })
  for (const kind of REPORT_KINDS) texts[kind] = readFileSync(join(folder, kind), 'utf8')
  texts.terminal = terminalReport(digest(result))
  texts.verbose = terminalReport(digest(result), { verbose: true })
  texts.github = githubAnnotations(digest(result), { locate: () => 1 })
  texts.result = JSON.stringify(result)
  if (findings) {
    texts.overlay = overlayText(findings.overlay, 'x.har')
    texts.har = JSON.stringify(findings.har)
    texts.sentences = JSON.stringify([findings.sentences, findings.notLearned])
  }
  return texts
}

function leaksIn(texts: Record<string, string>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const all = decodings(text)
    return PARTS.filter((part) => all.includes(part)).map((part) => {
      const at = all.indexOf(part)
      return `${name} has ${part}: ${all.slice(Math.max(0, at - 60), at + 60)}`
    })
  })
}

it('writes no secret in any spelling into a report of a run', async () => {
  const server = await startEcho(Number(process.env.SVC_SEED ?? 2))

  const texts = await reportsOf(settingsOf(server, { learn: true, level: 'assumed' }))

  expect(leaksIn(texts)).toEqual([])
  expect(texts.result).toContain('<SVC_TOKEN')
})

it('writes no secret in any spelling into a report of a fuzz run', async () => {
  const server = await startEcho(4)

  const result = await fuzz({ ...settingsOf(server), cases: 5, seed: 1 })

  expect(leaksIn({ json: JSON.stringify(result), terminal: fuzzReport(result) })).toEqual([])
})
