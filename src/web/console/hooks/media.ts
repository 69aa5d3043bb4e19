import { useEffect, useState } from 'preact/hooks'

/** Width up to which the menu starts closed, as on a phone. The same width is in styles/layout.css. */
export const NARROW = '(max-width: 860px)'

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const listen = () => setHolds(media.matches)
    listen()
    media.addEventListener('change', listen)
    return () => media.removeEventListener('change', listen)
  }, [query])
  return holds
}
