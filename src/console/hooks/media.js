import { useEffect, useState } from 'preact/hooks'

/**
 * Whether a media query holds, for what styles alone cannot do.
 *
 * @param {string} query
 */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const look = () => setHolds(media.matches)
    look()
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [query])
  return holds
}
