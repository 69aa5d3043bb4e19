/** Storage of the browser, or of the page if the browser refuses. */
function keep(storage: () => Storage) {
  /** Values that the browser refused, until the page is closed. */
  const memory: Map<string, string> = new Map()
  return {
    get(name: string): string | undefined {
      try {
        return storage().getItem(name) ?? memory.get(name)
      } catch {
        return memory.get(name)
      }
    },
    set(name: string, value: string | undefined) {
      memory.delete(name)
      try {
        if (value === undefined) storage().removeItem(name)
        else storage().setItem(name, value)
      } catch {
        // Refused, or full.
        if (value !== undefined) memory.set(name, value)
      }
    },
  }
}

/** A name for values of this sandbox: others may be below other paths of the same origin, with the same storage. */
export function ofServer(name: string) {
  const { pathname } = new URL('.', document.baseURI)
  return pathname === '/' ? name : `${name} ${pathname}`
}

/** Until the tab is closed. */
export const ofTab = keep(() => sessionStorage)
/** For all tabs, permanently. */
export const ofBrowser = keep(() => localStorage)
