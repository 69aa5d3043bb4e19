import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Report } from './findings.ts'
import { show } from './words.ts'

/** How a list is divided into pages (`x-paging`, docs/overlays.md). */
export function comparePaging(
  before: Json | undefined,
  after: Json | undefined,
  report: Report,
): void {
  if (!isObject(before) || !isObject(after)) {
    if (isObject(after)) report.tell('compatible', `paged by ${styleWords(after)}`)
    if (isObject(before)) report.tell('may_break', 'how it is paged is no longer said')
    return
  }
  if (before.style !== after.style) {
    const hasAll = after.style === 'none'
    const said = hasAll ? 'all rows come at once' : `paged by ${styleWords(after)}`
    report.tell(hasAll ? 'may_break' : 'breaking', `${said} instead of ${pagedWords(before)}`)
  } else if (first(before) !== first(after)) {
    report.tell('breaking', `first page is ${show(first(after))} instead of ${show(first(before))}`)
  }
  compareName('rows per page', before.size, after.size, report)
  if (before.style === after.style) {
    compareName('the place to begin', before.position, after.position, report)
  }
  if (before.default !== after.default) {
    const count = (value: Json | undefined) =>
      value === undefined ? 'as the parameter says' : show(value)
    const said = `rows per page where none are asked for: ${count(before.default)} → ${count(after.default)}`
    report.tell('may_break', said)
  }
  const [linked, links] = [before.link === true, after.link === true]
  if (linked && !links) report.tell('breaking', 'header Link to the next page removed')
  if (!linked && links) report.tell('compatible', 'header Link to the next page added')
}

function styleWords({ style }: JsonObject): string {
  return style === 'page' ? 'page number' : show(style)
}

function pagedWords(paging: JsonObject): string {
  return paging.style === 'none' ? 'all rows at once' : styleWords(paging)
}

function first({ style, first: number }: JsonObject): Json | undefined {
  return style === 'page' ? (number ?? 1) : undefined
}

function compareName(
  what: string,
  before: Json | undefined,
  after: Json | undefined,
  report: Report,
): void {
  if (before === after) return
  if (after === undefined) report.tell('breaking', `${what} can be asked for no longer`)
  else if (before === undefined)
    report.tell('compatible', `${what} can be asked for by ${show(after)}`)
  else report.tell('breaking', `${what} asked for by ${show(after)} instead of ${show(before)}`)
}
