import type { Findings } from '../../contract-tests/learning/learn.ts'
import type { LearnedOverlay } from '../../contract-tests/learning/overlay.ts'
import { wrap } from '../../contract-tests/report/text-layout.ts'
import { differencesOf } from '../differences/compare.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { applyOverlay, type Overlay } from '../openapi/overlay.ts'
import type { JsonObject } from '../schema/json.ts'
import { notLearnedIn, PACKAGED, readSide, titleOf } from './diff-document.ts'
import { countOf, textReport } from './differences-report.ts'
import { counted } from './output.ts'

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
