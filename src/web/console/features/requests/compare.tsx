import { useMemo } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import { readLogged } from '../../client/logged-requests.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Pending } from '../../ui/page.tsx'
import { type Difference, type DiffLine, differencesOf } from './comparison.ts'

/** How two logged requests, and their responses, differ: the first one is the older. */
export function CompareView({ ids, back }: { ids: readonly string[]; back: string }) {
  const sandbox = useSandbox()
  const loaded = useLoaded((signal) => readLogged(sandbox, ids, signal), [ids.join()])
  const sections = useMemo(() => {
    const [one, other] = loaded.data ?? []
    return one && other ? { one, other, differences: differencesOf(one, other) } : undefined
  }, [loaded.data])
  return (
    <article class="request-detail panel" aria-labelledby="compare-title">
      <header class="request-detail-header">
        <a href={back}>Close</a>
        <h2 id="compare-title" tabindex={-1}>
          {ids.join(' and ')}
        </h2>
      </header>
      <Pending of={loaded} title="The requests could not be compared">
        Loading the requests…
      </Pending>
      {sections && (
        <>
          <p>
            <span class="diff-removed">− {sections.one.id}</span>{' '}
            <span class="diff-added">+ {sections.other.id}</span>
          </p>
          {sections.differences.map((difference) => (
            <Section key={difference.title} difference={difference} />
          ))}
        </>
      )}
    </article>
  )
}

function Section({ difference: { title, changed, lines } }: { difference: Difference }) {
  const id = `compare-${title.toLowerCase()}`
  return (
    <section class="request-message" aria-labelledby={id}>
      <h3 id={id}>
        {title}{' '}
        <span class="faint">
          {changed === 0
            ? 'no differences'
            : changed === 1
              ? '1 line differs'
              : `${counted(changed, 'line')} differ`}
        </span>
      </h3>
      {changed > 0 && (
        <pre
          class="code diff"
          tabindex={0}
          aria-label={`Differences of the ${title.toLowerCase()}`}
        >
          {lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </pre>
      )}
    </section>
  )
}

const SIGNS = { same: ' ', removed: '−', added: '+' }

function Line({ line }: { line: DiffLine }) {
  if (line.kind === 'skipped') {
    return <span class="diff-line diff-skipped">{`… ${counted(line.count, 'equal line')}\n`}</span>
  }
  const text = `${SIGNS[line.kind]} ${line.text}\n`
  if (line.kind === 'removed') return <del class="diff-line diff-removed">{text}</del>
  if (line.kind === 'added') return <ins class="diff-line diff-added">{text}</ins>
  return <span class="diff-line">{text}</span>
}
