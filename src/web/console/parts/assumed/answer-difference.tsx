import type { DiffLine } from '../../client/comparison.ts'
import { linesBetweenTexts } from '../../client/comparison.ts'
import { counted } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { StatusBadge } from '../values.tsx'

type Preview = Control['Preview']
type Answer = Control['PreviewedAnswer']

/** Headers that follow from the others, or that differ in each request. */
const UNIMPORTANT = ['content-length', 'cache-control', 'x-content-type-options', 'x-request-id']

/** Two answers next to each other, with their differences. */
export function AnswerDifference({ preview, hasChange }: { preview: Preview; hasChange: boolean }) {
  const { before, after } = preview
  const lines = linesBetweenTexts(shownOf(before), shownOf(after))
  const isSame = lines.every(({ kind }) => kind === 'same' || kind === 'skipped')
  const rows = rowsOf(isSame ? sameLines(before) : lines)
  return (
    <>
      <div class="difference-head">
        <p>
          Now <StatusBadge status={before.status} />
        </p>
        {hasChange && (
          <p>
            With the change <StatusBadge status={after.status} />
          </p>
        )}
      </div>
      {hasChange && isSame && (
        <p class="notice-line" role="status">
          This answer stays the same. Choose another request, or edit it, to see the change.
        </p>
      )}
      <div
        class={hasChange ? 'difference' : 'difference difference-alone'}
        role="region"
        tabindex={0}
        aria-label={hasChange ? 'The answer now, and the answer with the change' : 'The answer now'}
      >
        {rows.map(([left, right], index) => (
          <div key={index} class="difference-row">
            <Line line={left} side="removed" />
            {hasChange && <Line line={right} side="added" />}
          </div>
        ))}
      </div>
      {after.problems.length > 0 && (
        <div class="problem" role="status">
          <p>The sandbox cannot follow this change in every detail:</p>
          <ul>
            {after.problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Line({ line, side }: { line: DiffLine | undefined; side: 'removed' | 'added' }) {
  if (line === undefined) return <code class="difference-line difference-none"></code>
  if (line.kind === 'skipped') {
    return (
      <code class={`difference-line difference-skipped of-${side}`}>
        {counted(line.count, 'equal line')}
      </code>
    )
  }
  const mark = line.kind === 'removed' ? '−' : line.kind === 'added' ? '+' : ' '
  return (
    <code class={`difference-line difference-${line.kind} of-${side}`}>
      <span class="difference-mark" aria-hidden="true">
        {mark}
      </span>
      {line.kind !== 'same' && <span class="hidden-text">{line.kind}: </span>}
      {line.text}
    </code>
  )
}

type Pair = [left: DiffLine | undefined, right: DiffLine | undefined]

/** Lines that only one side has stand next to those that replace them. */
function rowsOf(lines: readonly DiffLine[]): Pair[] {
  const rows: Pair[] = []
  let open = 0
  for (const line of lines) {
    if (line.kind === 'removed') rows.push([line, undefined])
    else if (line.kind !== 'added') rows.push([line, line])
    else {
      const free = rows.findIndex(
        ([left, right], at) => at >= open && left?.kind === 'removed' && !right,
      )
      const row = rows[free]
      if (row) row[1] = line
      else rows.push([undefined, line])
    }
    if (line.kind === 'same' || line.kind === 'skipped') open = rows.length
  }
  return rows
}

function shownOf({ status, headers, body, content_type, bytes }: Answer): string {
  const shown = Object.entries(headers).filter(([name]) => !UNIMPORTANT.includes(name))
  const content =
    body ?? (content_type ? `${content_type}, ${bytes ?? 'over 1,000,000'} bytes` : null)
  const parts = { status, headers: Object.fromEntries(shown), body: content }
  return `${JSON.stringify(parts, null, 2)}\n`
}

const MOST_LINES = 60

function sameLines(answer: Answer): DiffLine[] {
  const lines = shownOf(answer).trimEnd().split('\n')
  const shown = lines.slice(0, MOST_LINES).map((text): DiffLine => ({ kind: 'same', text }))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, { kind: 'skipped', count: more }] : shown
}
