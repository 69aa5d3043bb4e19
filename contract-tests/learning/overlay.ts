import { Document, isMap, isScalar, isSeq, visit } from 'yaml'
import type { Exchange } from '../http/exchange.ts'
import { isObject, type Json } from '../http/reading.ts'
import type { Change, Lesson, NotLearned } from './lesson.ts'

/** An action of an OpenAPI Overlay 1.0, with the HAR entries that show why. */
export type LearnedAction = Change & { description: string; 'x-evidence': { entries: number[] } }

/** An OpenAPI Overlay 1.0 document. */
export interface LearnedOverlay {
  overlay: '1.0.0'
  info: { title: string; version: string }
  /** The parts in which the replica may differ from the server, and why. */
  'x-not-learned': string[]
  actions: LearnedAction[]
}

/** Entries that an action names: the first few are enough. */
const MOST_ENTRIES = 5

const FOLLOWS = 'Belongs to the previous action.'

/** The lessons as an overlay: one or more actions each, and the first describes what was seen. */
export function overlayOf(
  lessons: Lesson[],
  notLearned: NotLearned[],
  about: { baseUrl: string; day: string; exchanges: Exchange[] },
): LearnedOverlay {
  return {
    overlay: '1.0.0',
    info: { title: `Differences of ${about.baseUrl} from our assumptions`, version: '1.0.0' },
    'x-not-learned': [...new Set(notLearned.map(({ what, why }) => `${what}: ${why}`))],
    actions: lessons.flatMap((lesson) => actionsOf(lesson, about)),
  }
}

function actionsOf(
  { open, seen, changes, samples, of = samples.length }: Lesson,
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
 * The overlay for a file: what was learned now, and every action that was written by hand. Undefined if the file
 * already has it, so that the file and its evidence stay unchanged.
 */
export function mergedInto(
  overlay: LearnedOverlay,
  former: Json | undefined,
): LearnedOverlay | undefined {
  const known = (Array.isArray(former?.actions) ? former.actions : []).filter(isObject)
  const isByHand = (action: Json) => action['x-evidence'] === undefined
  const before = known.filter((action) => !isByHand(action))
  const isSameList =
    JSON.stringify(former?.['x-not-learned'] ?? []) === JSON.stringify(overlay['x-not-learned'])
  if (former && isSameList && changesOf(before) === changesOf(overlay.actions)) return undefined
  const byHand = known.filter(isByHand) as unknown as LearnedAction[]
  return { ...overlay, actions: [...overlay.actions, ...byHand] }
}

/** The changes of actions as text to compare, without descriptions. */
export function changesOf(actions: object[]): string {
  return JSON.stringify(
    (actions as Json[]).map(({ description: _, 'x-evidence': __, ...change }) => change),
  )
}

const WIDTH = 110

/** The overlay as YAML, for people to read and to edit. */
export function overlayText(overlay: LearnedOverlay, harFile: string): string {
  return [
    '# Written by `svc-sandbox learn`. Read it before you use it. To reject a difference, delete its action and the',
    '# actions after it that belong to it.',
    `# The requests and responses are in ${harFile}; x-evidence names the entries, counted from 0.`,
    '# Actions without x-evidence are yours. They are kept when you learn again.',
    '# x-not-learned lists what the replica may do in another way than the server.',
    yamlOf(overlay),
  ].join('\n')
}

function yamlOf(overlay: LearnedOverlay): string {
  const document = new Document(overlay, { aliasDuplicateObjects: false })
  // Lists of words and numbers on one line each, to keep the file short.
  visit(document, {
    Pair: (_, { key }) => {
      // Plain, these are operators of YAML 1.1.
      if (isScalar(key) && /^(<<|=)$/.test(String(key.value))) key.type = 'QUOTE_SINGLE'
    },
    Seq: (_, node) => {
      if (node.items.some((item) => isScalar(item) && String(item.value).length > 60)) return
      if (node.items.every((item) => !isMap(item) && !isSeq(item))) node.flow = true
    },
  })
  return document.toString({ lineWidth: WIDTH, singleQuote: true, flowCollectionPadding: false })
}
