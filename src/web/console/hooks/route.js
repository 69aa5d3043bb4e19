import { useEffect, useState } from 'preact/hooks'

/** @typedef {{ screen: string, id: string | undefined, query: URLSearchParams }} Route `#/requests/req_12?status=4xx` */

/** @returns {Route} */
export function useRoute() {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const listen = () => setHash(location.hash)
    addEventListener('hashchange', listen)
    return () => removeEventListener('hashchange', listen)
  }, [])
  return routeOf(hash)
}

/** @param {string} hash @returns {Route} */
function routeOf(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = '', id] = path.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
  return { screen, id: id || undefined, query: new URLSearchParams(query) }
}

/**
 * The filter in an address, with an empty text for each name that it lacks.
 * @template {string} Name @param {URLSearchParams} query @param {readonly Name[]} names @returns {Record<Name, string>}
 */
export function filterIn(query, names) {
  return /** @type {any} */ (Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])))
}

/** Leaves out empty values. @param {string} screen @param {string} [id] @param {Record<string, string | undefined>} [query] */
export function linkTo(screen, id, query = {}) {
  const path = id === undefined ? screen : `${screen}/${encodeURIComponent(id)}`
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const search = new URLSearchParams(/** @type {string[][]} */ (given)).toString()
  return `#/${path}${search && `?${search}`}`
}

/** Changes the address without a new history entry, for filters. @param {string} link */
export function replaceRoute(link) {
  history.replaceState(null, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
