import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** `trail` links to the parent screens. */
export function ScreenHeader({
  title,
  trail,
  about,
  children,
}: {
  title: ComponentChildren
  trail?: ComponentChildren
  about?: string
  children?: ComponentChildren
}) {
  return (
    <div class="screen-header">
      <div>
        {trail && <p>{trail}</p>}
        <h1>{title}</h1>
        {about && <p>{about}</p>}
      </div>
      {children}
    </div>
  )
}

/** A section with a heading. */
export function Panel({
  title,
  actions,
  class: style = '',
  children,
}: {
  title: ComponentChildren
  actions?: ComponentChildren
  class?: string
  children?: ComponentChildren
}) {
  const id = useId()
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section class={`panel ${style}`} aria-labelledby={id}>
      {actions === undefined ? (
        heading
      ) : (
        <div class="panel-header">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

export type FactList = [term: string, value: ComponentChildren][]

export function Facts({ facts, class: style }: { facts: FactList; class: string }) {
  return (
    <dl class={style}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
