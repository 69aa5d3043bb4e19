/** One line of the access log. */
export interface AccessRecord {
  requestId: string
  method: string
  /** Path and query, with tokens, signatures and other secrets redacted. */
  url: string
  /** Undefined if no answer was sent. */
  status: number | undefined
  durationMs: number
  account: string | undefined
  key: string | undefined
  /** Code of §7 of a failure. */
  error: string | undefined
  /** Ids of the fault rules that acted. */
  fault: string | undefined
}

/** Where the server reports what it does. */
export interface Log {
  access(record: AccessRecord): void
  /** Logs a failure in the sandbox itself; `error` is logged whole. */
  failure(message: string, error: unknown): void
  /** Logs a turn of events that operators wait for, such as the end of an outage. */
  notice(message: string): void
  /** Writes out buffered lines. */
  flush(): Promise<void>
}

export const silentLog: Log = { access() {}, failure() {}, notice() {}, async flush() {} }

/** Errors only, on standard error: for a sandbox in a user's tests. */
export const errorLog: Log = {
  ...silentLog,
  failure: (message, error) => console.error(message, error),
}

/** Coloured lines for a terminal. */
export function terminalLog(write: (line: string) => void, time: () => string): Log {
  return {
    ...errorLog,
    notice: (message) => write(`\x1b[2m${time()}\x1b[0m  ${message}\n`),
    access({ method, url, status = 0, durationMs, key, error, fault }) {
      const colour = status === 0 || status >= 500 ? 31 : status >= 400 ? 33 : 32
      const reasons = [error, fault].filter((reason) => reason !== undefined)
      const failed = reasons.map((reason) => `  ${reason}`).join('')
      const shown = status === 0 ? 'cut' : status
      write(
        `\x1b[2m${time()}\x1b[0m  ${method.padEnd(6)} \x1b[${colour}m${shown}\x1b[0m ` +
          `${durationMs.toFixed(1).padStart(7)} ms  ${url}\x1b[2m  ${key ?? 'no key'}${failed}\x1b[0m\n`,
      )
    },
  }
}

/** JSON lines for machines. */
export function jsonLog(): Log {
  let opening: Promise<JsonLines> | undefined
  let opened: JsonLines | undefined
  const write = (line: (lines: JsonLines) => void) => {
    if (opened) return line(opened)
    // Loaded with the first line, after its request was answered: no start waits for it.
    opening ??= openJsonLines().then((lines) => {
      opened = lines
      return lines
    })
    void opening.then(line)
  }
  return {
    access: (record) => write(({ logger }) => logger.info(record, 'request')),
    notice: (message) => write(({ logger }) => logger.info(message)),
    failure: (message, error) => write(({ logger }) => logger.error({ err: error }, message)),
    async flush() {
      await opening
      opened?.destination.flushSync()
    },
  }
}

type JsonLines = Awaited<ReturnType<typeof openJsonLines>>

async function openJsonLines() {
  const { default: pino } = await import('pino')
  // Written in batches: a write for each request would cost more than the request.
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 16_000,
    periodicFlush: 500,
  })
  return { destination, logger: pino({ base: null }, destination) }
}
