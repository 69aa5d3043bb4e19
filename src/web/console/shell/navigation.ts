import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Route } from '../hooks/route.ts'
import type { Screen } from '../screens/screens.ts'

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

/** Real milliseconds until the focus is left where it is: the user is doing something else by then. */
const LATEST_MS = 5000

/** After a navigation the page is at its top, with the focus on its heading, as after the load of a page. */
export function useArrival({ id }: Route, screen: Screen | undefined): void {
  const place = screen?.isSplit ? screen.path : `${screen?.path}/${id}`
  const former = useRef(place)
  useLayoutEffect(() => {
    if (former.current === place) return
    former.current = place
    scrollTo(0, 0)
    if (focusHeading()) return
    const main = document.getElementById('main') as HTMLElement
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), LATEST_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [place])
}

/** Returns whether there is nothing left to do. */
function focusHeading(): boolean {
  // A screen that placed the focus itself keeps it.
  if (document.querySelector('#main :focus') !== null) return true
  const heading = document.querySelector<HTMLElement>(HEADING)
  if (heading === null) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
