import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { messageOf } from '../client/problems.ts'
import { linkTo } from '../hooks/route.ts'
import type { Loaded } from '../hooks/sandbox.ts'

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

/** An error with what to do about it. */
export function Failure({
  error,
  retry,
  title = 'This could not be loaded',
}: {
  error: unknown
  retry?: () => void
  title?: string
}) {
  return (
    <div class="failure" role="alert">
      <strong>{title}</strong>
      <p>{messageOf(error)}</p>
      <div class="actions">
        {retry && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}

/** An empty state, with the next step. */
export function Empty({
  title,
  children,
}: {
  title: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** An unknown record, with a link to go on. */
export function Missing({
  title,
  href,
  children,
}: {
  title: ComponentChildren
  href: string
  children?: ComponentChildren
}) {
  return (
    <Empty title={title}>
      <p>
        <a href={href}>{children}</a>
      </p>
    </Empty>
  )
}

export function Loading({ children }: { children?: ComponentChildren }) {
  return (
    <div class="loading" role="status">
      {children}
    </div>
  )
}

/** The state of loading data; `title` is the title of a failure. */
export function Pending({
  of: { data, error, loading, reload },
  title,
  children,
}: {
  of: Loaded<unknown>
  title?: string
  children?: ComponentChildren
}) {
  return (
    <>
      {error !== undefined && <Failure error={error} retry={reload} title={title} />}
      {data === undefined && loading && <Loading>{children}</Loading>}
    </>
  )
}

/** The screen of a record that is not there; `what` is its kind, and `screen` shows all of that kind. */
export function MissingRecord({
  what,
  id,
  screen,
  title,
}: {
  what: string
  id: string
  screen: string
  /** Of the screen with all of them. */
  title: string
}) {
  return (
    <>
      <ScreenHeader trail={<a href={linkTo(screen)}>{title}</a>} title={title} />
      <Missing
        title={
          <>
            There is no {what} <bdi>{id}</bdi> in this account
          </>
        }
        href={linkTo(screen)}
      >
        Show all {title.toLowerCase()}
      </Missing>
    </>
  )
}
