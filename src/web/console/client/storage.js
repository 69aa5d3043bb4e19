/** Storage of the browser, or of the page if the browser refuses. @param {() => Storage} storage */
function keep(storage) {
  /** Values that the browser refused, until the page is closed. @type {Map<string, string>} */
  const memory = new Map()
  return {
    /** @param {string} name @returns {string | undefined} */
    get(name) {
      try {
        return storage().getItem(name) ?? memory.get(name)
      } catch {
        return memory.get(name)
      }
    },
    /** @param {string} name @param {string | undefined} value */
    set(name, value) {
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

/** Until the tab is closed. */
export const ofTab = keep(() => sessionStorage)
/** For all tabs, permanently. */
export const ofBrowser = keep(() => localStorage)
