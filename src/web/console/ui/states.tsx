import type { ComponentChildren } from 'preact'
import { messageOf } from '../client/problems.ts'
import { linkTo } from '../hooks/route.ts'
import type { Loaded } from '../hooks/sandbox.ts'
import { ScreenHeader } from './page.tsx'

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
