import type { RunHooks } from '../../contract-tests/run.ts'
import type { CheckFlags } from './check-settings.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Stops a run at Ctrl-C and other signals, so that it can delete what it created. */
export async function interruptible<Result>(
  run: (hooks: Required<RunHooks>) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    process.stderr.write(
      '\nInterrupted: deleting what was created. Press Ctrl-C again to exit at once.\n',
    )
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, stop)
  let responses = 0
  const onProgress = () => {
    responses += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${responses} responses `)
  }
  try {
    return await run({ signal: controller.signal, onProgress })
  } finally {
    if (process.stderr.isTTY && responses > 0) process.stderr.write('\r\x1b[K')
    for (const name of SIGNALS) process.off(name, stop)
  }
}

const PLAIN_WIDTH = 100

/** The layout of a report on standard output. */
export function terminalOptions({ verbose = false }: Pick<CheckFlags, 'verbose'> = {}) {
  return {
    colour: process.stdout.hasColors?.() ?? false,
    width: process.stdout.columns ?? PLAIN_WIDTH,
    verbose,
  }
}
