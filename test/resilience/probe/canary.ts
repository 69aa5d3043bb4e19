import { VICTIM } from './accounts.ts'
import type { Findings } from './findings.ts'
import { CONTROL, isStream, isWaiting, pathFor, queryFor, SERVICE } from './operations.ts'
import { bearer, shown } from './request.ts'
import type { ProbedServer } from './server.ts'

/** Reads that attacks change by themselves: what was asked, how often, and when a key was last used. */
const RESTLESS = /Request|Timeline|Usage|generateReport|exportCsv|waitFor|Keys|getKey/

/** Members that each read changes. */
const CHANGING = /"(timestamp|last_used_at|remaining|now|uptime)":\s*("[^"]*"|null|\d+)/g

/** Answers that no attack may change: all reads of the victim, and what the server says of itself. */
export class Canary {
  readonly server: ProbedServer
  private readonly first: Map<string, string>

  private constructor(server: ProbedServer, first: Map<string, string>) {
    this.server = server
    this.first = first
  }

  static async of(server: ProbedServer): Promise<Canary> {
    return new Canary(server, await readAll(server))
  }

  /** Compares what is read now with what was read at first. */
  async look(findings: Findings): Promise<void> {
    if (this.server.ending) return
    for (const [path, text] of await readAll(this.server)) {
      const before = this.first.get(path) as string
      if (text === before) continue
      const at = [...text].findIndex((char, n) => char !== before[n])
      const around = (whole: string) => shown(whole.slice(Math.max(0, at - 150), at + 250))
      findings.add(
        `canary: ${path} of the ${this.server.name} server has changed`,
        `${around(before)}\n---\n${around(text)}`,
      )
      this.first.set(path, text)
    }
  }
}

async function readAll(server: ProbedServer): Promise<Map<string, string>> {
  const reads = [...SERVICE, ...CONTROL].filter(
    (operation) =>
      operation.method === 'GET' &&
      !isStream(operation) &&
      !isWaiting(operation) &&
      !RESTLESS.test(operation.id) &&
      !/^\/_sandbox\/(accounts|health$)/.test(operation.path),
  )
  const paths = reads.map((operation) => pathFor(operation, VICTIM) + queryFor(operation, VICTIM))
  const found = new Map<string, string>()
  for (const target of [...paths, '/openapi.json']) {
    const headers = [bearer(VICTIM.key), 'X-Request-Id: canary']
    const { status, body } = await server.send({ method: 'GET', target, headers })
    const text = body.toString().replace(CHANGING, '"$1":0')
    found.set(target, `${status} ${text}`)
  }
  return found
}
