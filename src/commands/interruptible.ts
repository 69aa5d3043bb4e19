import type { CheckFlags } from './check-settings.ts'

/** What a run of requests is given: when to end, and whom to tell of each response. */
export interface RunHooks {
  signal: AbortSignal
  onProgress: () => void
}

/** Runs what makes requests; Ctrl-C ends it, and what it created is deleted first. */
export async function interruptible<Result>(
  run: (hooks: RunHooks) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    process.stderr.write('\nInterrupted: deleting what was created. Once more to leave it there.\n')
    controller.abort()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  let responses = 0
  const onProgress = () => {
    responses += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${responses} responses `)
  }
  try {
    return await run({ signal: controller.signal, onProgress })
  } finally {
    if (process.stderr.isTTY && responses > 0) process.stderr.write('\r\x1b[K')
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

const PLAIN_WIDTH = 100

/** How a report is laid out on standard output. */
export function terminalOptions({ verbose = false }: CheckFlags) {
  return {
    colour: process.stdout.hasColors?.() ?? false,
    width: process.stdout.columns ?? PLAIN_WIDTH,
    verbose,
  }
}
