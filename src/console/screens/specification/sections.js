/** @typedef {import('../../client/session.js').Control['Specification']} Specification */
/** @typedef {import('../../client/session.js').Control['Fact']} Fact */
/** @typedef {import('../../client/session.js').Control['Assumption']} Assumption */

/** @typedef {{ number: string, facts: Fact[], assumptions: Assumption[] }} Section */

/** Headings of the interface specification, by the number that facts and assumptions name. @type {Record<string, string>} */
export const HEADINGS = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

/**
 * Facts and assumptions by the section that they belong to: an assumption to the one that it names first, which is what
 * leaves open what it answers.
 *
 * @param {Specification} specification
 * @param {{ text: string, operation: string, section: string }} wanted What is empty excludes nothing.
 * @returns {Section[]} Those that hold something.
 */
export function sectionsOf({ facts, assumptions }, { text, operation, section }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (/** @type {string[]} */ ...texts) => {
    const all = texts.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const fitting = {
    facts: facts.filter(
      (fact) =>
        (operation === '' || concerns(fact, operation)) &&
        has(fact.id, fact.section, fact.statement, fact.why ?? '', fact.note ?? ''),
    ),
    assumptions: assumptions.filter(
      (assumption) =>
        (operation === '' || assumption.operations.includes(operation)) &&
        has(`#${assumption.number}`, assumption.target, assumption.description),
    ),
  }
  return Object.keys(HEADINGS)
    .filter((number) => section === '' || section === number)
    .map((number) => ({
      number,
      facts: fitting.facts.filter((fact) => numberOf(fact.section) === number),
      assumptions: fitting.assumptions.filter(({ sections }) => numberOf(sections[0]) === number),
    }))
    .filter((each) => each.facts.length + each.assumptions.length > 0)
}

/** Whether a fact says something of an operation, perhaps of all of them. @param {Fact} fact @param {string} operation */
export function concerns({ operations }, operation) {
  return operations === 'all' || (operations?.includes(operation) ?? false)
}

/** `4` of `§4` and `§4.2` @param {string | undefined} section */
const numberOf = (section) => /^§(\d+)/.exec(section ?? '')?.[1]
