import type { RunHooks } from '../../contract-tests/journey/journey.ts'
import type { Leftover } from '../../contract-tests/report/result.ts'
import { leftoverText } from '../../contract-tests/report/terminal.ts'
import { AbortController, AbortSignal } from '../node-globals.ts'
import type { CheckFlags } from './check-settings.ts'
import { clearProgress, linesOf, note, noteAtOnce, showProgress } from './output.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Stops a run at Ctrl-C, another signal or an error that nothing caught, so that it can delete what it created. A
 * second one ends the process at once.
 *
 * @throws Error for what nothing caught.
 */
export async function interruptible<Result>(
  run: (hooks: Required<RunHooks>) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  let leftovers: () => Leftover[] = () => []
  let failure: Error | undefined

  const leave = (code: number) => {
    noteAtOnce(['', 'Ended before everything was deleted.', ...leftBehind(leftovers())])
    process.exit(code)
  }
  const stop = () => {
    if (controller.signal.aborted) return leave(130)
    note(['', 'Interrupted: deleting what was created. Press Ctrl-C again to exit at once.'])
    controller.abort()
  }
  const fail = (error: Error) => {
    if (failure) return leave(2)
    failure = error
    note(['', 'The suite failed: deleting what was created.'])
    // The run may wait for ever for what failed.
    process.exitCode = 2
    AbortSignal.timeout(LONGEST_CLEAN_UP_MS).addEventListener('abort', () => leave(2))
    controller.abort()
  }
  for (const name of SIGNALS) process.on(name, stop)
  process.on('uncaughtException', fail)

  let responses = 0
  const onExchange = () => {
    responses += 1
    if (process.stderr.isTTY) showProgress(`${responses} responses `)
  }
  const onStart = (present: () => Leftover[]) => {
    leftovers = present
  }
  try {
    const result = await run({ signal: controller.signal, onExchange, onStart })
    if (failure) throw suiteFailed(failure, leftovers())
    return result
  } finally {
    if (process.stderr.isTTY && responses > 0) clearProgress()
    for (const name of SIGNALS) process.off(name, stop)
    process.off('uncaughtException', fail)
  }
}

const LONGEST_CLEAN_UP_MS = 120_000

function suiteFailed({ message }: Error, left: Leftover[]): Error {
  return new Error(
    `The suite itself failed (${message}); please report it. ${left.length === 0 ? 'What it created is deleted.' : `\n${leftBehind(left).join('\n')}`}`,
  )
}

function leftBehind(left: Leftover[]): string[] {
  if (left.length === 0) return ['Nothing that is known is left behind.']
  return [...linesOf(leftoverText(left)), 'Or delete them all with svc-sandbox clean.']
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
