import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { inspect, styleText } from 'node:util'
import { systemReason } from '../text/system-reason.ts'
import { oneLine, printable, visibleJson, withoutCommands } from '../text/visible.ts'
import { type Cell, table } from './table.ts'

/**
 * A line, or several. Each is printed as one line, so a line end in it is foreign and shown as `\\n`: text from a server,
 * a file or an account can neither control the terminal nor pretend to be a line of ours.
 */
export type Lines = Line | readonly Line[]
export type Line = string | StyledLine

/** A line of several parts. Those with a style show it where the stream has colours. */
export interface StyledLine {
  parts: readonly (string | Styled)[]
}

interface Styled {
  style: Parameters<typeof styleText>[0]
  text: string
}

export function print(lines: Lines): void {
  process.stdout.write(textOfLines(lines, process.stdout))
}

/** The exit code of a program that SIGPIPE ends: 128 and the number of the signal. */
const CLOSED_PIPE = 141

/** The exit code of a command that cannot write its output. */
const NOT_WRITTEN = 2

/**
 * Ends the process when its output cannot be written: with one line when the disk is full, and quietly when the reader is
 * gone, as in `svc-sandbox events | head`. A server goes on without a reader.
 */
export function endWithoutOutput({ isServer }: { isServer: boolean }): void {
  for (const stream of [process.stdout, process.stderr]) {
    let problem: Error | null = null
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // SIGHUP comes when a terminal is closed, a moment later.
      if (stream.isTTY) return
      if (error.code !== 'EPIPE') {
        problem = error
        process.exit(NOT_WRITTEN)
      }
      if (!isServer) process.exit(process.exitCode ?? CLOSED_PIPE)
    })
    // A command that ends itself, as for --help, ends before the event.
    process.on('exit', () => {
      problem ??= stream.errored
      if (problem === null || stream.isTTY || (problem as NodeJS.ErrnoException).code === 'EPIPE')
        return
      process.exitCode = NOT_WRITTEN
      noteAtOnce(`The output cannot be written: ${systemReason(problem)}.`)
    })
  }
}

/** Writes to standard error, because the next program of a pipe wants only the data. */
export function note(lines: Lines): void {
  process.stderr.write(textOfLines(lines, process.stderr))
}

/** Like `note`, for a process that ends now. */
export function noteAtOnce(lines: Lines): void {
  try {
    writeSync(2, textOfLines(lines, process.stderr))
  } catch {
    // Standard error cannot be written either.
  }
}

function textOfLines(lines: Lines, stream: NodeJS.WriteStream): string {
  return [lines]
    .flat()
    .map((line) => `${withoutCommands(printedLine(line, stream))}\n`)
    .join('')
}

function printedLine(line: Line, stream: NodeJS.WriteStream): string {
  if (typeof line === 'string') return oneLine(line)
  const hasColours = stream.hasColors?.() ?? false
  const printed = line.parts.map((part) => {
    if (typeof part === 'string') return oneLine(part)
    const text = oneLine(part.text)
    return hasColours ? styleText(part.style, text, { validateStream: false }) : text
  })
  return printed.join('')
}

/** The lines of a text that may have several, such as a body. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}

/** Reports what the user has to know about an error. Further lines of it are indented, so that they look like nothing else. */
export function noteError(error: unknown, headline?: string): void {
  const text = error instanceof Error ? error.message : String(error)
  const [first = '', ...others] = linesOf(text)
  const lines = [first, ...others.map((line) => (line.startsWith('  ') ? line : `  ${line}`))]
  note(headline === undefined ? lines : [headline, ...lines])
}

/** Reports an error that nothing expected, with its stack. */
export function noteCrash(error: unknown): void {
  note(linesOf(inspect(error)))
}

/** Prints a report that was laid out for a terminal: its lines and colours stay. */
export function printReport(report: string): void {
  const parts = report.split(COLOUR)
  const text = parts.map((part, index) => (index % 2 === 1 ? part : printable(part))).join('')
  process.stdout.write(text.split('\n').map(withoutCommands).join('\n'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of colours begin with it
const COLOUR = /(\u001b\[[\d;]*m)/

/** Prints workflow commands of `workflow-command.ts` for GitHub Actions, one a line. */
export function printWorkflowCommands(commands: string): void {
  process.stdout.write(printable(commands))
}

/** Shows a text in the last line of a terminal, in place of what was there. */
export function showProgress(text: string): void {
  const width = process.stderr.columns ?? 80
  process.stderr.write(`\r\u001b[K${[...oneLine(text)].slice(0, width - 1).join('')}`)
}

export function clearProgress(): void {
  process.stderr.write('\r\u001b[K')
}

/** Writes lines of JSON for a program. Resolves when its reader has room for more. */
export async function writeJsonLines(lines: readonly string[]): Promise<void> {
  if (!process.stdout.write(lines.map(visibleJson).join(''))) await once(process.stdout, 'drain')
}

/** Prints data as JSON, on one line if `indent` is 0. */
export function printJson(data: unknown, indent = 2): void {
  printJsonText(JSON.stringify(data, null, indent))
}

/** Prints JSON as it was received, but with escapes for characters that control a terminal or hide. */
export function printJsonText(json: string): void {
  process.stdout.write(`${visibleJson(json)}\n`)
}

interface Format {
  json?: true
}

/** Prints data as text, or as JSON if the user asked for it. */
export function show<T>({ json }: Format, data: T, textOf: (data: T) => Lines): void {
  if (json) printJson(data)
  else print(textOf(data))
}

/** The same with the JSON on one line. */
export function showLine<T>({ json }: Format, data: T, textOf: (data: T) => Lines): void {
  if (json) printJson(data, 0)
  else print(textOf(data))
}

/** Prints a page of a list in reverse, so that the newest row is last, next to the prompt. */
export function showList<T>(
  format: Format,
  { data, meta }: { data: readonly T[]; meta: { pagination?: { total: number } } },
  none: string,
  lineOf: (row: T) => Lines,
): void {
  if (data.length === 0 && !format.json) note(none)
  for (const row of data.toReversed()) showLine(format, row, lineOf)
  const total = meta.pagination?.total ?? data.length
  if (total > data.length) note(`${data.length} of ${total}; more with --limit.`)
}

/** The lines of a table, or `none` without rows. */
export function tableOr(
  none: string,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): Lines {
  return rows.length === 0 ? none : table(titles, rows)
}

/** `2026-01-15 09:30` of an ISO 8601 time in UTC; null stays null. */
export function minuteOf(time: string | null): string | null {
  return time === null ? null : time.slice(0, 16).replace('T', ' ')
}

/** `1 run`, `2 runs` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
