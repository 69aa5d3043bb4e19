import { AbortController } from '../node-globals.ts'
import type { Upstream } from '../pipeline/upstream.ts'
import { passToUpstream } from './pass-to-upstream.ts'
import type { PassingParts } from './passage.ts'
import { openTunnel } from './tunnel.ts'

/** How long readers of violations wait for the verdicts on what has passed. */
const VERDICTS_MS = 5000

/** The upstream as the sandbox and its control plane see it. */
export function openedUpstream(parts: PassingParts): Upstream {
  const { target, forwarder, judge, tape, hybrid, state } = parts
  let closing: Promise<void> | undefined
  const close = async () => {
    forwarder.close()
    await judge.close()
    await tape.close()
  }
  return {
    stage: passToUpstream(parts),
    tunnel: (req, socket, head) => openTunnel(req, socket, head, parts),
    async judged() {
      const over = new AbortController()
      const late = parts.sandbox.clock.wait(VERDICTS_MS, over.signal)
      await Promise.race([Promise.all(state.judging), late])
      over.abort()
    },
    violations: (filter) => judge.violations(filter),
    clearViolations: () => judge.clear(),
    state: () => ({
      upstream: target.url,
      ...tape.state(),
      unjudged: [...state.unjudged.values()].reduce((sum, count) => sum + count, 0),
      unjudged_reasons: Object.fromEntries(state.unjudged),
      sources: { ...state.sources },
      ...hybrid.state(),
      enforce: state.enforce,
    }),
    change: async (change) => {
      hybrid.change(change)
      if (change.mode !== undefined) await tape.change(change.mode)
      if (change.enforce !== undefined) state.enforce = change.enforce
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
