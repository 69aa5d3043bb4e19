import { useEffect, useState } from 'preact/hooks'

/**
 * @typedef {object} Route What the part of the address after `#` says: `#/requests/req_12?status=4xx`.
 * @property {string} screen `requests`
 * @property {string | undefined} id `req_12`
 * @property {URLSearchParams} query
 */

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
 * The address of a screen, for links.
 *
 * @param {string} screen
 * @param {string} [id]
 * @param {Record<string, string | undefined>} [query] Empty values are left out.
 */
export function linkTo(screen, id, query = {}) {
  const path = id === undefined ? screen : `${screen}/${encodeURIComponent(id)}`
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const search = new URLSearchParams(/** @type {string[][]} */ (given)).toString()
  return `#/${path}${search && `?${search}`}`
}

/** Changes the address without a new entry in the history, as typing into a filter does. @param {string} link */
export function replaceRoute(link) {
  history.replaceState(null, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
