import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { routeOf } from '../client/address.ts'

const HEADING = '#main h1'
/** Real milliseconds until the page is left as it is: the user is doing something else by then. */
const LATEST_MS = 5000
/** Real milliseconds from the end of a movement until its place is kept. */
const REST_MS = 100
/** Events of a user who moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * After a navigation, the page is at its top with the focus on its heading, as after the load of a page. After a step back or
 * forward, it is where the user left it, with the focus on the link that they followed. `place` names the page.
 */
export function useArrival(place: string): void {
  const isArriving = useRef(false)
  useKeptTop(isArriving)
  // At this time, the next page is not rendered yet.
  const before = document.activeElement
  const former = useRef(place)
  useLayoutEffect(() => {
    if (former.current === place) return
    const left = former.current
    former.current = place
    // A new entry of the history has no state.
    const kept = placeIn(history.state)
    scrollTo(0, 0)
    const focus = () => (kept !== undefined && focusLink(left)) || focusHeading(before)
    const arrive = () => (kept === undefined || returnedTo(kept)) && focus()
    if (arrive()) return

    isArriving.current = true
    const stop = new AbortController()
    const end = () => {
      isArriving.current = false
      stop.abort()
    }
    // Lists appear when they are loaded, and charts later.
    const observer = new ResizeObserver(() => arrive() && end())
    const content = new MutationObserver(() => arrive() && end())
    const main = document.getElementById('main') as HTMLElement
    observer.observe(main)
    content.observe(main, { childList: true, subtree: true })
    for (const name of MOVES) addEventListener(name, end, { signal: stop.signal })
    const timer = setTimeout(() => {
      focus()
      end()
    }, LATEST_MS)
    stop.signal.addEventListener('abort', () => {
      observer.disconnect()
      content.disconnect()
      clearTimeout(timer)
    })
    return end
  }, [place])
}

/** Keeps the place of the page in its entry of the browser's history, unless it `isArriving`. */
function useKeptTop(isArriving: { readonly current: boolean }) {
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      if (!isArriving.current) history.replaceState({ ...history.state, ...present() }, '')
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, REST_MS)
    }
    const { signal } = stop
    // Before a link is followed.
    addEventListener('click', keep, { capture: true, signal })
    addEventListener('scroll', soon, { passive: true, signal })
    // The place of the former page is not that of the next one.
    addEventListener('popstate', () => clearTimeout(timer), { signal })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [isArriving])
}

/** The scroll position and the length of a page when it was left, in pixels. */
interface Place {
  top: number
  height: number
}

const present = (): Place => ({ top: scrollY, height: document.documentElement.scrollHeight })

function placeIn(state: unknown): Place | undefined {
  const { top, height } = (state ?? {}) as Partial<Record<keyof Place, unknown>>
  return typeof top === 'number' && typeof height === 'number' ? { top, height } : undefined
}

/** Returns whether the page is as long as it was: what is still loaded above would move the rest. */
function returnedTo({ top, height }: Place): boolean {
  scrollTo(0, top)
  return document.documentElement.scrollHeight === height
}

/** `before` had the focus before. Returns whether there is nothing left to do. */
function focusHeading(before: Element | null): boolean {
  // A screen that placed the focus itself keeps it.
  const present = document.querySelector('#main :focus')
  if (present !== null && present !== before) return true
  const heading = document.querySelector<HTMLElement>(HEADING)
  if (heading === null) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** Focuses the link to the page that was left. Returns whether there is one. */
function focusLink(place: string): boolean {
  const links = document.querySelectorAll<HTMLAnchorElement>('#main a[href^="#/"]')
  const link = [...links].find(({ hash }) => {
    const { screen, id } = routeOf(hash)
    return id !== undefined && `${screen}/${id}` === place
  })
  link?.focus({ preventScroll: true })
  return link !== undefined
}
