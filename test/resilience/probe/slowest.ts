import type { Findings } from './findings.ts'
import { leastCost, leastOf, longestBlock } from './main-thread-cost.ts'
import { bytesOf, type ProbeRequest, shown } from './request.ts'
import type { ProbedServer } from './server.ts'

/** Inputs that are timed alone. */
const KEPT = 40
/** Inputs of one line or body form that are kept, so that one slow operation does not fill the list. */
const OF_ONE_KIND = 3
/** How long the main thread may work on one input without a pause, in ms of processor time. */
const MOST_MS = 50

interface Slow {
  ms: number
  kind: string
  request: ProbeRequest
  server: ProbedServer
}

/** The inputs with the slowest answers. While others run, that says little: so they are sent again, alone. */
export class Slowest {
  #kept: Slow[] = []

  note(server: ProbedServer, request: ProbeRequest, ms: number): void {
    const kept = this.#kept
    if (kept.length >= KEPT && ms <= (kept.at(-1) as Slow).ms) return
    const kind = `${server.name} ${request.method} ${request.target.split('?')[0]}`
    const alike = kept.filter((each) => each.kind === kind)
    const least = alike.at(-1)
    if (alike.length >= OF_ONE_KIND && least) {
      if (least.ms >= ms) return
      kept.splice(kept.indexOf(least), 1)
    }
    kept.push({ ms, kind, request, server })
    kept.sort((a, b) => b.ms - a.ms)
    kept.splice(KEPT)
  }

  /** Sends each three times; one that blocks for too long all three times is a finding. Returns the longest in ms. */
  async judge(findings: Findings): Promise<number> {
    let longest = 0
    for (const { server, request, kind } of this.#kept) {
      if (server.ending) break
      const send = () => server.send(request).catch(() => undefined)
      const cost = await leastCost(server.pid, send)
      const block =
        cost <= MOST_MS
          ? cost
          : await leastOf(() => longestBlock(server.pid, send, () => server.health()))
      longest = Math.max(longest, block)
      if (block <= MOST_MS) continue
      findings.add(
        `cost: ${kind.replace(/\b(acc|cmp|whk|alr|key|flt)_\w+/g, '$1_…')} blocks the main thread for over ${MOST_MS} ms`,
        `${block.toFixed(0)} ms of ${cost.toFixed(0)}, ${bytesOf(request).length} bytes\n${shown(bytesOf(request))}`,
      )
    }
    return longest
  }
}
