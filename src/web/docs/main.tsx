import { render } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { useArrival } from '../console/app/navigation.ts'
import { routeOf } from '../console/client/address.ts'
import { call } from '../console/client/http.ts'
import { givenKeys, visitorKey } from '../console/client/keys.ts'
import type { ExplorerParts } from '../console/features/explorer/context.ts'
import { Explorer } from '../console/features/explorer/explorer.tsx'
import { readEntries, useApiModel } from '../console/features/explorer/hooks.ts'
import { useHash } from '../console/hooks/route.ts'
import { useReturn, useTurn } from '../console/hooks/timing.ts'
import { Failure } from '../console/ui/page.tsx'
import { ThemeSwitch } from '../console/ui/theme-switch.tsx'

/** The explorer as a page of its own: its visitors may have no access to the control API. */
function DocsPage() {
  const { loaded, error, retry, sawTime } = useApiModel()
  const [revision, refresh] = useTurn()
  useReturn(refresh)
  useSearchShortcut()
  const { screen, query } = routeOf(useHash(hashOfPage))
  usePageTitle(loaded)
  useArrival(`docs/${screen}`)
  const keys = useMemo(
    () => (loaded ? givenKeys(loaded.terms, { own: ownKey(loaded.terms) }) : []),
    [loaded],
  )
  if (loaded === undefined) {
    return error === undefined ? (
      <p class="loading">Loading the document…</p>
    ) : (
      <Failure error={error} title="The document could not be loaded" retry={retry} />
    )
  }
  const { api, base, terms } = loaded
  const parts: ExplorerParts = {
    api,
    base,
    keys,
    revision,
    sawTime,
    link: linkTo,
    keyPage:
      terms.signup && keys.length === 0
        ? { href: './', text: 'Create your own account, and reload this page.' }
        : { href: './#/keys', text: 'Create a key in the console.' },
    overlays: terms.overlays,
    readList: async (path, { token }, signal) => {
      if (typeof token !== 'string') throw new Error('Lists need a key.')
      const { entries, time } = await readEntries(api.document, path, (place, asked) =>
        call('GET', `${base}/${place}`, { token, signal, query: asked }),
      )
      if (time !== undefined) sawTime(time)
      return entries
    },
  }
  return <Explorer parts={parts} id={screen || undefined} at={query.get('at') ?? undefined} />
}

const hashOfPage = () => location.hash

/** `Create a campaign · API · svc-sandbox` */
function usePageTitle(loaded: unknown) {
  useEffect(() => {
    if (loaded === undefined) return
    const name = document.querySelector('[data-names-page]')?.textContent ?? ''
    document.title = [name, 'API', 'svc-sandbox'].filter(Boolean).join(' · ')
  })
}

/** `#/listCampaigns?at=limit` */
function linkTo(id?: string, at?: string): string {
  const path = id === undefined ? '#/' : `#/${encodeURIComponent(id)}`
  return at === undefined ? path : `${path}?${new URLSearchParams({ at })}`
}

const ownKey = ({ signup }: { signup: boolean }) => (signup ? visitorKey() : undefined)

/** `/` moves the focus to the search, as in the console. */
function useSearchShortcut() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isTyping = target instanceof Element && target.matches('input, textarea, select')
      if (key !== '/' || isTyping || ctrlKey || metaKey || altKey) return
      event.preventDefault()
      document.getElementById('explorer-search')?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const root = document.getElementById('app') as HTMLElement
root.replaceChildren()
render(<DocsPage />, root)
const theme = document.getElementById('theme')
if (theme) render(<ThemeSwitch />, theme)

// The browser cannot follow this link, because the part of the address after # names an operation.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
})
