import { process, setImmediate } from '../node-globals.ts'

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

type Soon = (callback: () => void) => void

/** What Node's own streams, servers and `fetch` call at each step. */
const STEPS: { owner: object; name: string; working?: Soon }[] = [
  { owner: process, name: 'nextTick' },
  { owner: globalThis, name: 'queueMicrotask' },
]

/**
 * Puts Node's `process.nextTick` and `queueMicrotask` back if a test has replaced them by fakes, which do nothing until the
 * test advances them: Node's own streams would stop, and with them the sandbox.
 */
export async function restoreSteps(): Promise<void> {
  for (const step of STEPS) {
    const current = Reflect.get(step.owner, step.name) as Soon
    if (current === step.working) continue
    let hasRun = false
    try {
      current(() => {
        hasRun = true
      })
    } catch {
      // It is no function, or of another kind.
    }
    await nextTurn()
    if (hasRun) step.working = current
    else Reflect.set(step.owner, step.name, step.working ?? standIn)
  }
}

/** For what was replaced before the sandbox was loaded. */
function standIn(callback: (...given: unknown[]) => void, ...given: unknown[]): void {
  void Promise.resolve().then(() => callback(...given))
}
