import type { Upstream } from '../pipeline/upstream.ts'
import { passToUpstream } from './pass-to-upstream.ts'
import type { PassingParts } from './passage.ts'
import { openTunnel } from './tunnel.ts'

/** The upstream as the sandbox and its control plane see it. */
export function openedUpstream(parts: PassingParts): Upstream {
  const { target, forwarder, judge, tape, hybrid, state } = parts
  let closing: Promise<void> | undefined
  const close = async () => {
    forwarder.close()
    await Promise.all(state.judging)
    await tape.close()
  }
  return {
    stage: passToUpstream(parts),
    tunnel: (req, socket, head) => openTunnel(req, socket, head, parts),
    async judged() {
      await Promise.all(state.judging)
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
