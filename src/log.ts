import { inspect } from 'node:util'
import { pino } from 'pino'
import { LOG_LEVELS, type LogLevel } from './config/options.ts'
import type { Config } from './config.ts'
import { oneLine, printable, visibleJson } from './text/visible.ts'
import { type Clock, isoTime } from './time/clock.ts'

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

type Details = Readonly<Record<string, string | number | null | undefined>>

/** Receives the reports of the server. */
export interface Log {
  /** `isRoutine`: a program repeats the request, as the console and health checks do. */
  access(record: AccessRecord, isRoutine?: boolean): void
  /** Logs a failure in the sandbox itself; `error` is logged whole. */
  failure(message: string, error: unknown): void
  /** Logs a turn of events that operators wait for, such as the end of an outage. */
  notice(message: string): void
  /** Logs a step of the process for a program that watches it: on a terminal, people see it anyway. */
  event(name: 'started' | 'stopping' | 'stopped', details: Details): void
  /** Logs what helps to find a mistake. Nothing secret: it is not redacted. */
  debug(message: string, details: Details): void
}

/** The log of a sandbox with the options `log` and `logLevel`. Lines for machines name the replica, if there are several. */
export function createLog(
  { log, logLevel }: Pick<Config, 'log' | 'logLevel'>,
  clock: Clock,
  replica?: string,
): Log {
  return limitedTo(logLevel, logOf(log, clock, replica))
}

/** Limits `log` to a level, which includes the levels before it. */
export function limitedTo(level: LogLevel, log: Log): Log {
  const shows = (least: LogLevel) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)
  if (!shows('error')) return silentLog
  const { failure, notice, access, event, debug } = log
  return {
    failure,
    notice: shows('warn') ? notice : silentLog.notice,
    access(record, isRoutine) {
      if (shows(levelOf(record, isRoutine))) access(record, isRoutine)
    },
    event: shows('info') ? event : silentLog.event,
    debug: shows('debug') ? debug : silentLog.debug,
  }
}

function levelOf({ status = 0 }: AccessRecord, isRoutine = false) {
  if (isRoutine) return 'debug'
  return status >= 500 ? 'warn' : 'info'
}

function logOf(kind: Config['log'], clock: Clock, replica: string | undefined): Log {
  switch (kind) {
    case 'silent':
      return silentLog
    case 'errors':
      return errorLog
    case 'json':
      return jsonLog(clock.wallTime, replica)
    case 'terminal':
      return terminalLog(
        (line) => process.stdout.write(line),
        () => isoTime(clock.now()).slice(11, 19),
      )
  }
}

export const silentLog: Log = {
  access() {},
  failure() {},
  notice() {},
  event() {},
  debug() {},
}

/** Errors only, on standard error: for a sandbox in a user's tests. */
export const errorLog: Log = {
  ...silentLog,
  failure: (message, error) => console.error(printable(`${message} ${inspect(error)}`)),
}

/** Coloured lines for a terminal. */
export function terminalLog(write: (line: string) => void, time: () => string): Log {
  return {
    ...errorLog,
    notice: (message) => write(`\x1b[2m${time()}\x1b[0m  ${oneLine(message)}\n`),
    debug(message, details) {
      const shown = Object.entries(details).map(([name, value]) => `${name}=${value}`)
      write(`\x1b[2m${time()}  ${oneLine([message, ...shown].join(' '))}\x1b[0m\n`)
    },
    access({ status = 0, durationMs, ...record }) {
      // Visitors chose them.
      const method = oneLine(record.method)
      const url = oneLine(record.url)
      const by = oneLine(record.key ?? 'no key')
      const colour = status === 0 || status >= 500 ? 31 : status >= 400 ? 33 : 32
      const reasons = [record.error, record.fault].filter((reason) => reason !== undefined)
      const failed = reasons.map((reason) => `  ${oneLine(reason)}`).join('')
      const shown = status === 0 ? 'cut' : status
      write(
        `\x1b[2m${time()}\x1b[0m  ${method.padEnd(6)} \x1b[${colour}m${shown}\x1b[0m ` +
          `${durationMs.toFixed(1).padStart(7)} ms  ${url}\x1b[2m  ${by}${failed}\x1b[0m\n`,
      )
    },
  }
}

/** JSON lines for machines; `wallTime` is in epoch milliseconds. */
export function jsonLog(wallTime: () => number, replica?: string): Log {
  const logger = pino(
    {
      base: replica === undefined ? null : { replica },
      level: 'debug',
      timestamp: () => `,"time":${wallTime()}`,
    },
    // Pino's own destination never ends on a full disk or a pipe that nobody reads.
    { write: (line) => void process.stdout.write(visibleJson(line)) },
  )
  return {
    access: (record, isRoutine) => logger[levelOf(record, isRoutine)](record, 'request'),
    failure: (message, error) => logger.error({ err: error }, message),
    notice: (message) => logger.warn(message),
    event: (name, details) => logger.info({ event: name, ...details }, name),
    debug: (message, details) => logger.debug(details, message),
  }
}
