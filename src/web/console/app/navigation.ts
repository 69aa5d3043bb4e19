import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { routeOf } from '../client/address.ts'
import type { Screen } from './screens.tsx'

/** The element that names the thing on the page, if its heading is about more. */
const NAME = '#main [data-names-page]'
const HEADING = '#main h1'

/** Keeps the title of the page up to date: `Tandems · Campaigns · svc-sandbox`. */
export function usePageTitle(screen: Screen | undefined): void {
  useEffect(() => {
    const main = document.getElementById('main')
    if (main === null) return
    const name = () => {
      const named = document.querySelector(NAME) ?? document.querySelector(HEADING)
      const thing = named?.textContent?.trim().replace(/\s+/g, ' ')
      const title = [...new Set([thing, screen?.title])].filter(Boolean)
      document.title = [...title, 'svc-sandbox'].join(' · ')
    }
    name()
    // The heading of a record appears when it is loaded.
    const observer = new MutationObserver(name)
    observer.observe(main, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [screen])
}

/** Real milliseconds in which a page that is loading is kept at its place. */
const SETTLING_MS = 5000
/** Events of a user who moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * After a navigation, the page is at its top with the focus on its heading, as after the load of a page. After a step back, it
 * is where the user left it, with the focus on the link that they followed. `place` names the page.
 */
export function useArrival(place: string): void {
  useEffect(() => {
    // Before a link is followed. A new entry of the history has no state.
    const keep = () => history.replaceState({ ...history.state, top: scrollY }, '')
    addEventListener('click', keep, { capture: true })
    return () => removeEventListener('click', keep, { capture: true })
  }, [])
  // At this time, the next page is not rendered yet.
  const before = document.activeElement
  const former = useRef(place)
  useLayoutEffect(() => {
    if (former.current === place) return
    const left = former.current
    former.current = place
    const top: number | undefined = history.state?.top
    let isFocused = false
    scrollTo(0, 0)
    const arrive = () => {
      if (top !== undefined) scrollTo(0, top)
      isFocused ||= top === undefined ? focusHeading(before) : focusLink(left)
    }
    arrive()
    // Lists appear when they are loaded, and charts later.
    const main = document.getElementById('main') as HTMLElement
    const content = new MutationObserver(arrive)
    content.observe(main, { childList: true, subtree: true })
    const size = new ResizeObserver(arrive)
    size.observe(main)
    const timer = setTimeout(() => {
      if (!isFocused) focusHeading(before)
      end()
    }, SETTLING_MS)
    const end = () => {
      content.disconnect()
      size.disconnect()
      clearTimeout(timer)
      for (const name of MOVES) removeEventListener(name, end)
    }
    for (const name of MOVES) addEventListener(name, end)
    return end
  }, [place])
}

/** `before` had the focus before. Returns whether there is nothing left to do. */
function focusHeading(before: Element | null): boolean {
  // A screen that placed the focus itself keeps it.
  const present = document.querySelector('#main :focus')
  if (present !== null && present !== before) return true
  const heading = document.querySelector<HTMLElement>('#main h1')
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
