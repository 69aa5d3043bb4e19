import htm from 'htm'
import { h } from 'preact'

/** Markup in template literals: `html\`<p>${text}</p>\``. Text is never read as HTML. */
export const html = htm.bind(h)
