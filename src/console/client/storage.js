/**
 * What a page keeps in the browser. One that refuses to keep anything is no failure: it is forgotten with the page then.
 *
 * @param {() => Storage} storage
 */
function keep(storage) {
  /** What could not be kept, for as long as the page is open. @type {Map<string, string>} */
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
/** For all tabs, and for the next time. */
export const ofBrowser = keep(() => localStorage)
