import { ATTACKER } from '../accounts.ts'
import { FORMULAS, INVISIBLE, SCRIPTS } from '../hostile-texts.ts'
import type { Attempt, Idea } from '../idea.ts'
import { bearer, JSON_BODY } from '../request.ts'
import type { ProbedServer } from '../server.ts'

/** Hostile texts in names, keywords, brands and competitors, read back in all forms. */
const texts: Idea = {
  name: 'texts',
  weight: 8,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const text = random.chance(50)
      ? random.pick(INVISIBLE) + random.pick(INVISIBLE) + random.pick(FORMULAS)
      : random.pick(INVISIBLE) + random.pick(SCRIPTS)
    const id = await campaignOf(attempt, server, text)
    if (!id) return
    await readBack(attempt, server, id, text)
    await server.send({ method: 'DELETE', target: `/api/campaigns/${id}`, headers: OWN })
  },
}

const OWN = [bearer(ATTACKER.key)]

async function campaignOf(attempt: Attempt, server: ProbedServer, text: string) {
  const body = {
    name: text,
    type: attempt.random.pick(['serp', 'chat']),
    keywords: [text, `${text} shoes`],
    frequency: 'daily',
    brand: text,
    ...(attempt.random.chance(50) && { competitors: [text] }),
    ...(attempt.random.chance(30) && { settings: { location: text, device: text } }),
  }
  const request = {
    method: 'POST',
    target: '/api/campaigns',
    headers: [...OWN, JSON_BODY],
    body: JSON.stringify(body),
  }
  const answer = await attempt.send(server, request)
  if (answer?.status !== 201) return undefined
  const { data } = JSON.parse(answer.body.toString())
  for (const name of ['name', 'brand'] as const) {
    if (data[name] !== text) attempt.found(`${name} is changed`, server, request, answer)
  }
  return String(data.id)
}

const READS: ((id: string, text: string) => [target: string, headers: string[]])[] = [
  (id) => [`/api/campaigns/${id}`, []],
  (id) => [`/api/serp/rankings?campaign_id=${id}`, []],
  (_, text) => [`/api/chat/mentions?brand=${encodeURIComponent(text)}`, []],
  (_, text) => [`/api/campaigns?search=${encodeURIComponent([...text].slice(0, 10).join(''))}`, []],
  (id) => [`/api/analytics/campaign/${id}`, []],
  (id) => [`/api/export/csv?type=rankings&campaign_id=${id}`, ['Accept: text/csv']],
  (id) => [`/api/export/csv?type=mentions&campaign_id=${id}`, ['Accept: text/csv']],
  () => ['/api/export/csv?type=campaigns', ['Accept: text/csv']],
  (id) => [`/api/reports/generate?format=json&campaign_id=${id}`, []],
  (id) => [`/api/reports/generate?format=csv&campaign_id=${id}`, []],
  () => ['/_sandbox/requests?limit=5', []],
  (_, text) => [`/_sandbox/requests?limit=5&text=${encodeURIComponent(text)}`, []],
]

async function readBack(attempt: Attempt, server: ProbedServer, id: string, text: string) {
  for (let n = 0; n < 3; n++) {
    const [target, headers] = attempt.random.pick(READS)(id, text)
    const answer = await attempt.send(server, {
      method: 'GET',
      target,
      headers: [...OWN, ...headers],
    })
    const type = answer?.headers.get('content-type') ?? ''
    if (answer && type.startsWith('text/csv')) judgeCsv(attempt, server, target, answer.body)
    const link =
      answer && /"download_url":"http:\/\/[^/]+([^"]+)"/.exec(answer.body.toString())?.[1]
    if (!link) continue
    const file = await attempt.send(server, { method: 'GET', target: link })
    const name = file?.headers.get('content-disposition') ?? ''
    if (
      file?.status === 200 &&
      !/^attachment; filename="[\w .()-]+"(; filename\*=UTF-8''[\w.%~-]+)?$/.test(name)
    ) {
      attempt.found('a Content-Disposition', server, { method: 'GET', target: link }, file)
    }
    if (file?.headers.get('content-type')?.startsWith('text/csv'))
      judgeCsv(attempt, server, link, file.body)
  }
}

/** What a spreadsheet may take for a formula: after characters that it does not show. */
const FORMULA = /^(?:\p{C}|\p{Z}|\p{M}|\s|\u115f|\u3164|\u2800)*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

function judgeCsv(attempt: Attempt, server: ProbedServer, target: string, body: Buffer): void {
  for (const cell of cellsOf(body.toString())) {
    if (!FORMULA.test(cell) || /^-?\d+(\.\d+)?$/.test(cell)) continue
    attempt.found('a cell is a formula', server, { method: 'GET', target }, JSON.stringify(cell))
  }
}

/** All cells of a CSV file (RFC 4180). */
function cellsOf(text: string): string[] {
  const cells = text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

export const TEXTS: Idea[] = [texts]
