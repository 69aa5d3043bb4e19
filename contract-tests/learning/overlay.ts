import { Document, isMap, isScalar, isSeq, visit } from 'yaml'
import type { Exchange } from '../support/exchange.ts'
import { isObject, type Json } from '../support/reading.ts'
import type { Change, Lesson } from './lesson.ts'

/** An action of an OpenAPI Overlay 1.0, with the entries of the HAR that show why. */
export type LearnedAction = Change & { description: string; 'x-evidence': { entries: number[] } }

/** An OpenAPI Overlay 1.0 document. */
export interface LearnedOverlay {
  overlay: '1.0.0'
  info: { title: string; version: string }
  actions: LearnedAction[]
}

/** Entries that an action names: the first few tell as much as all. */
const MOST_ENTRIES = 5

const FOLLOWS = 'Goes with the action before.'

/** The lessons as an overlay: one or more actions for each, the first of which says what was seen. */
export function overlayOf(
  lessons: Lesson[],
  about: { baseUrl: string; day: string; exchanges: Exchange[] },
): LearnedOverlay {
  return {
    overlay: '1.0.0',
    info: { title: `How ${about.baseUrl} differs from what we assume`, version: '1.0.0' },
    actions: lessons.flatMap((lesson) => actionsOf(lesson, about)),
  }
}

function actionsOf(
  { open, seen, changes, samples, of }: Lesson,
  { day, exchanges }: { day: string; exchanges: Exchange[] },
): LearnedAction[] {
  const entries = samples
    .map((sample) => exchanges.indexOf(sample))
    .filter((entry) => entry >= 0)
    .slice(0, MOST_ENTRIES)
  const often =
    samples.length === of ? `in all ${of} samples` : `in ${samples.length} of ${of} samples`
  const sentence = `${open} Seen ${often}, on ${day}: ${seen}.`
  return changes.map((change, index) => ({
    target: change.target,
    description: index === 0 ? sentence : FOLLOWS,
    ...('remove' in change ? { remove: true as const } : { update: change.update }),
    'x-evidence': { entries },
  })) as LearnedAction[]
}

/**
 * The overlay that a file should hold: what was learned now, and every action that was written by hand.
 * Undefined where the file says it already, so that it and the evidence beside it stay as they are.
 */
export function mergedInto(
  overlay: LearnedOverlay,
  former: Json | undefined,
): LearnedOverlay | undefined {
  const known = (Array.isArray(former?.actions) ? former.actions : []).filter(isObject)
  const isByHand = (action: Json) => action['x-evidence'] === undefined
  const before = known.filter((action) => !isByHand(action))
  if (changesOf(before) === changesOf(overlay.actions)) return undefined
  const byHand = known.filter(isByHand) as unknown as LearnedAction[]
  return { ...overlay, actions: [...overlay.actions, ...byHand] }
}

/** What actions change, as text to compare; not how they are told. */
export function changesOf(actions: object[]): string {
  return JSON.stringify(
    (actions as Json[]).map(({ description: _, 'x-evidence': __, ...change }) => change),
  )
}

const WIDTH = 110

/** The overlay as YAML, for people to read and to strike actions from. */
export function overlayText(overlay: LearnedOverlay, harFile: string): string {
  return [
    '# Written by `svc-sandbox check --learn`. Read it before you use it, and strike what you do not believe:',
    '# an action may be taken out, with those that go with it and come after it. What was sent and',
    `# answered stands in ${harFile}; x-evidence names the entries, counted from 0.`,
    '# Actions without x-evidence are yours, and stay when it is learned again.',
    yamlOf(overlay),
  ].join('\n')
}

function yamlOf(overlay: LearnedOverlay): string {
  const document = new Document(overlay, { aliasDuplicateObjects: false })
  // Lists of words and numbers on one line each: they are long, and say little.
  visit(document, {
    Pair: (_, { key }) => {
      // Plain, these are operators of YAML 1.1.
      if (isScalar(key) && /^(<<|=)$/.test(String(key.value))) key.type = 'QUOTE_SINGLE'
    },
    Seq: (_, node) => {
      if (node.items.every((item) => !isMap(item) && !isSeq(item))) node.flow = true
    },
  })
  return document.toString({ lineWidth: WIDTH, singleQuote: true, flowCollectionPadding: false })
}
