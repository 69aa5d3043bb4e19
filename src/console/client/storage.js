/**
 * What a page keeps in the browser. One that refuses to keep anything is no failure: it is forgotten with the page then.
 *
 * @param {() => Storage} storage
 */
function keep(storage) {
  return {
    /** @param {string} name @returns {string | undefined} */
    get(name) {
      try {
        return storage().getItem(name) ?? undefined
      } catch {
        return undefined
      }
    },
    /** @param {string} name @param {string | undefined} value */
    set(name, value) {
      try {
        if (value === undefined) storage().removeItem(name)
        else storage().setItem(name, value)
      } catch {
        // Refused, or full.
      }
    },
  }
}

/** Until the tab is closed. */
export const ofTab = keep(() => sessionStorage)
/** For all tabs, and for the next time. */
export const ofBrowser = keep(() => localStorage)
