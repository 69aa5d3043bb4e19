const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/**
 * What somebody wrote, for a place that takes a text alone, such as an option: what it says of the direction of writing
 * ends with it. Elsewhere `<bdi>` does that.
 *
 * @param {string} text
 */
export const isolated = (text) => `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
