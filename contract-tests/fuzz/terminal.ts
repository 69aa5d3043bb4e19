import { printable } from '../../src/text/visible.ts'
import { type Headline, WORDS } from '../report/headline.ts'
import { finish, Page, type TerminalOptions } from '../report/page.ts'
import { count, duration } from '../report/wording.ts'
import { type Command, inWords } from './command.ts'
import type { FuzzFailure, FuzzOutcome, FuzzResult } from './replay.ts'

export interface FuzzTerminalOptions extends TerminalOptions {
  /** The file that the failing case was written to. */
  replayFile?: string
}

/** The end of a fuzzing run in a terminal: the failure, what was not tried, the verdict and the seed. */
export function fuzzReport(result: FuzzResult, options: FuzzTerminalOptions = {}): string {
  const page = new Page(options)
  const { failure, outcome, untried } = result
  return finish([
    [page.paint('bold', `Fuzz test of ${printable(result.baseUrl)}`)],
    ...(failure ? [failureLines(failure, page), scriptLines(failure, page)] : []),
    outcome === 'could_not_run'
      ? []
      : untried.flatMap((text) => page.hang('? Not tried: ', printable(text))),
    page.leftovers(result.leftovers),
    [...page.verdict(headline(result)), ...figures(result, options)],
  ])
}

function failureLines(failure: FuzzFailure, page: Page): string[] {
  const { fact, statement, expected, actual, commands, requests, repeats } = failure
  const last = requests.at(-1)
  return [
    ...page.hang(`✘ ${fact ?? failure.rule}  `, statement, ['red', 'bold']),
    ...page.labelled('expected', expected),
    ...page.labelled('actual', actual),
    ...commands.flatMap((command, index) =>
      page.labelled(index === 0 ? 'case' : '', `${index + 1}. ${inDetail(command)}`),
    ),
    ...(last ? page.labelled('response', answerOf(last.status, last.responseBody)) : []),
    ...(repeats ? [] : page.labelled('note', NOT_REPEATED)),
  ]
}

const NOT_REPEATED = 'not reproduced when the same requests were sent again'
const LONGEST_BODY = 240

function inDetail(command: Command): string {
  const body = 'body' in command ? `: ${shortened(command.body)}` : ''
  return `${inWords(command)}${body}`
}

function shortened(text: string): string {
  return text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}…` : text
}

function answerOf(status: number | undefined, body: string): string {
  return status === undefined ? 'no response' : `${status} ${shortened(body)}`
}

/** As it is: a script that was wrapped could not be pasted. */
function scriptLines({ script }: FuzzFailure, page: Page): string[] {
  return [page.paint('dim', 'To reproduce:'), ...script.split('\n').map(printable)]
}

function headline(result: FuzzResult): Headline {
  const { outcome, reason, failure, cases } = result
  const sentences: Record<FuzzOutcome, string> = {
    passed: 'no case broke a rule',
    failed: `case ${failure?.case} broke a rule; smallest reproduction: ${count(failure?.requests.length ?? 0, 'request')}`,
    could_not_run: reason ?? 'no reason given',
    cut_short: `${reason ?? ''} No case broke a rule before that`,
    interrupted: `${cases.played} of ${count(cases.asked, 'case')} ran, and none broke a rule`,
  }
  return { ...WORDS[outcome], sentence: sentences[outcome] }
}

function figures(
  { seed, cases, requests, durationMs }: FuzzResult,
  options: FuzzTerminalOptions,
): string[] {
  const played = `${cases.played.toLocaleString('en-US')} of ${count(cases.asked, 'case')}`
  const line = `seed ${seed} · ${played} · ${count(requests, 'request')} · ${duration(durationMs)}`
  const file = options.replayFile
  return file === undefined ? [line] : [line, `Saved to ${file}. To run it again: --replay ${file}`]
}
