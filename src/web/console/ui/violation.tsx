import type { Control } from '../client/session.ts'

export type Violation = Control['Violation']
export type ViolationKind = Control['ViolationKind']

/** Who is wrong: what contradicts the provider, and what only the sandbox assumed otherwise. */
export const VIOLATION_KINDS: readonly { kind: ViolationKind; title: string; short: string }[] = [
  {
    kind: 'contradicts_stated',
    title: 'Contradict stated facts',
    short: 'Stated',
  },
  {
    kind: 'differs_from_assumption',
    title: 'Differ from assumptions',
    short: 'Assumed',
  },
]

/** The statement that does not hold, and where it is from. */
export function Statement({ violation: { kind, statement, section, fact } }: Shown) {
  const origin = kind === 'differs_from_assumption' ? 'assumed' : 'stated'
  return (
    <>
      <span class="violation-statement">{statement}</span>
      <span class="note">
        <span class={`origin-mark origin-${origin}`}>{origin}</span> {section}
        {fact !== null && `, fact ${fact}`}
      </span>
    </>
  )
}

/** The expected and the actual value. */
export function Difference({ violation: { expected, actual } }: Shown) {
  return (
    <dl class="facts mono">
      <div>
        <dt>Expected</dt>
        <dd>{expected}</dd>
      </div>
      <div>
        <dt>Found</dt>
        <dd>{actual}</dd>
      </div>
    </dl>
  )
}

interface Shown {
  violation: Violation
}
