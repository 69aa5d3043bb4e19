import { accessSync, constants, existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Findings } from '../../contract-tests/learning/learn.ts'
import {
  type LearnedOverlay,
  mergedInto,
  overlayText,
} from '../../contract-tests/learning/overlay.ts'
import { wrap } from '../../contract-tests/report/wording.ts'
import { writeTexts } from '../../contract-tests/report/write-report.ts'
import { differencesOf } from '../differences/compare.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { applyOverlay, type Overlay } from '../openapi/overlay.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { systemReason } from '../text/system-reason.ts'
import { printable } from '../text/visible.ts'
import { notLearnedIn, PACKAGED, readSide, titleOf } from './diff-document.ts'
import { countOf, textReport } from './differences-report.ts'
import { counted } from './output.ts'
import { readFileOf } from './read-file.ts'

type Former = Record<string, unknown>

/**
 * The overlay in the file of `learn --to`, if the file exists.
 *
 * @throws Error if the file cannot be written or is not an overlay.
 */
export async function readFormer(file: string): Promise<Former | undefined> {
  if (!/\.ya?ml$/.test(file)) {
    throw new Error(`The overlay ${file}: it is written as YAML. Name a file that ends in .yaml.`)
  }
  if (!existsSync(file)) {
    const evidence = harFileOf(file)
    if (existsSync(evidence)) {
      throw new Error(
        `The overlay ${file}: the evidence would go to ${evidence}, which already exists. Name another file, or move it.`,
      )
    }
    requireWritable(
      dirname(file),
      `The overlay ${file}: the folder ${dirname(file)} cannot be written to`,
    )
    return undefined
  }
  requireWritable(file, `The overlay ${file} cannot be written`)
  const { parseYaml } = await import('../openapi/yaml.ts')
  const text = readFileOf('--learn', file)
  let found: Json
  try {
    found = parseYaml(text) as Json
  } catch (error) {
    throw new Error(
      `The overlay ${file} exists and is not YAML: ${(error as Error).message} ${WAY_OUT}`,
    )
  }
  if (isObject(found) && found.overlay !== undefined && Array.isArray(found.actions)) return found
  throw new Error(`The overlay ${file} exists and is not an overlay. ${WAY_OUT}`)
}

const WAY_OUT = 'Name another file; this one is not overwritten.'

/** Throws Error if a file or folder cannot be written to. */
export function requireWritable(path: string, problem: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw new Error(`${problem}: ${systemReason(error)}.`)
  }
}

/** Writes the overlay and its evidence, and returns a summary in lines of `width`. */
export async function writeFindings(
  file: string,
  findings: Findings,
  { former, width }: { former: Former | undefined; width: number },
): Promise<string> {
  const { overlay, sentences, notLearned, har } = findings
  const evidence = harFileOf(file)
  const merged = mergedInto(overlay, former)
  const lines = [
    '',
    ...sentences.flatMap((sentence) => entry('learned', sentence, width)),
    ...notLearned.flatMap(({ what, why }) => entry('not learned', `${what}: ${why}`, width)),
    '',
  ]
  if (merged === undefined)
    lines.push(`${file} already contains these differences and is unchanged.`)
  else {
    await writeTexts([
      { name: 'overlay', file, text: () => overlayText(merged, basename(evidence)) },
      { name: 'evidence', file: evidence, text: () => JSON.stringify(har, undefined, 1) },
    ])
    lines.push(
      `${counted(sentences.length, 'difference')} written to ${file}, the evidence to ${evidence}.`,
      ...(await wayOn(file)),
    )
  }
  return `${lines.join('\n')}\n`
}

/** The next step. Starts the sandbox with the file, to report now what it cannot serve. */
async function wayOn(file: string): Promise<string[]> {
  const { createSandbox } = await import('../sandbox.ts')
  try {
    const sandbox = await createSandbox({
      overlay: [file],
      ephemeral: true,
      port: 0,
      log: 'silent',
    })
    await sandbox.close()
    return [`Review it, then run: svc-sandbox serve --overlay ${file}`]
  } catch (error) {
    const { message } = error as Error
    return ['The sandbox cannot serve it yet. Correct or delete the action:', `  ${message}`]
  }
}

/** `  learned      a success of …`, with indented lines for the rest of a long text. */
function entry(label: string, text: string, width: number): string[] {
  const lines = wrap(printable(text), Math.max(20, width - INDENT))
  return lines.map((line, index) => `${(index === 0 ? `  ${label}` : '').padEnd(INDENT)}${line}`)
}

const INDENT = 15

/** `staging.overlay.har` for `staging.overlay.yaml` */
function harFileOf(file: string): string {
  return `${file.replace(/\.(ya?ml|json)$/, '')}.har`
}

/** The baseline of `--compare`: the behaviour of a server as learned before. */
export interface Baseline {
  title: string
  /** The document of the sandbox with the overlays. What is learned now is learned against it. */
  document: JsonObject
  /** Behaviour that could not be learned then, so changes of it are unknown. */
  unknown: string[]
}

/**
 * Reads the overlays of `--compare`, separated by commas.
 *
 * @throws DocumentError that names the flag, the file and the way out.
 */
export function readBaseline(overlays: string): Baseline {
  const side = overlays === PACKAGED ? overlays : `${PACKAGED},${overlays}`
  try {
    return { title: titleOf(overlays), document: readSide(side), unknown: notLearnedIn(side) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new DocumentError(`--compare ${overlays}: ${error.message}`, { cause: error })
  }
}

export interface Drift {
  /** The report for a terminal. */
  text: string
  /** Whether a difference breaks a client that was written for the server as it was. */
  isBreaking: boolean
}

/**
 * How a server changed since it was learned. `learned` was learned against the document of the baseline: its overlay only
 * has what was seen to differ, so nothing that was not seen this time appears as a change.
 *
 * @throws DocumentError for an overlay that does not fit the baseline.
 */
export function driftOf(
  baseline: Baseline,
  learned: Pick<Findings, 'overlay' | 'notLearned'>,
  { server, colour, width }: { server: string; colour: boolean; width: number },
): Drift {
  const comparison = {
    before: baseline.title,
    after: server,
    ...differencesOf(baseline.document, withLearned(baseline, learned.overlay)),
  }
  const layout = Math.max(NARROWEST, width)
  const unknown = wrap(unknownText(learned.notLearned.length), layout)
  return {
    text: ['', textReport(comparison, colour, layout) + unknown.join('\n'), ''].join('\n'),
    isBreaking: countOf(comparison.list, 'breaking') > 0,
  }
}

const NARROWEST = 40

function unknownText(count: number): string {
  return count === 0
    ? ''
    : `Not compared: ${counted(count, 'part')} of its behaviour that could not be learned this time. svc-sandbox learn lists them.`
}

function withLearned({ title, document }: Baseline, learned: LearnedOverlay): JsonObject {
  try {
    return applyOverlay(document, learned as unknown as Overlay)
  } catch (error) {
    throw new DocumentError(
      `What was learned cannot be compared with ${title}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}
