import { useRef, useState } from 'preact/hooks'
import type { SearchEntry } from './search-entry.ts'

const MOST_RESULTS = 8
/** Characters around the first word that was found. */
const AROUND = 60

/** Finds sections of the guide by their words. The arrow keys move between the results. */
export function GuideSearch() {
  const [entries, setEntries] = useState<SearchEntry[]>([])
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const load = async () => {
    if (entries.length > 0) return
    const response = await fetch('search.json')
    if (response.ok) setEntries(await response.json())
  }
  const results = found(entries, typed)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setTyped('')
    if (step === undefined) return
    event.preventDefault()
    const all = [...(place.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <search class="guide-search" ref={place} onKeyDown={move}>
      <input
        type="search"
        aria-label="Search the guide"
        placeholder="Search the guide"
        value={typed}
        onFocus={load}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = results
          if (event.key === 'Enter' && first) location.assign(first.href)
        }}
      />
      {typed.trim() !== '' && (
        <ul aria-label="Results">
          {results.map(({ href, page, heading, text }) => (
            <li key={href}>
              <a href={href} onClick={() => setTyped('')}>
                <strong>{page === heading ? page : `${page}: ${heading}`}</strong>
                <span>{excerptOf(text, typed)}</span>
              </a>
            </li>
          ))}
          {results.length === 0 && entries.length > 0 && <li role="status">Nothing found.</li>}
        </ul>
      )}
    </search>
  )
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** The sections with all words, those with the words in their heading first. */
function found(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const matches = entries.filter(({ heading, text }) => has(`${heading} ${text}`))
  return [
    ...matches.filter(({ heading }) => has(heading)),
    ...matches.filter(({ heading }) => !has(heading)),
  ].slice(0, MOST_RESULTS)
}

function excerptOf(text: string, typed: string): string {
  const at = text.toLowerCase().indexOf(wordsOf(typed)[0] ?? '')
  const start = Math.max(0, at - AROUND)
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 2 * AROUND)}…`
}
