import { useEffect } from 'preact/hooks'
import type { Screen } from './screens.ts'

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
