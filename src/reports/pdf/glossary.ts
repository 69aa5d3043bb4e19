import { COLOR, type Sheet } from './sheet.ts'

/** What the figures of a report mean. */
const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  [
    'Position',
    'The place of the best page of the site among the first 100 results for a keyword; 1 is the highest. A keyword without a place shows >100.',
  ],
  [
    'Average position',
    'The mean of all positions of the period. Days on which a keyword had no place are left out, so look at the visibility, too.',
  ],
  [
    'Visibility',
    'The clicks that the positions earn, as a percentage of the clicks of first place for every keyword. Keywords without a place count as 0.',
  ],
  [
    'Estimated traffic',
    'The visits that the positions earn in the period: the searches of each day, times the share of searchers who click a result in this place.',
  ],
  [
    'Searches',
    'How often people search for a keyword in an average month, in the location of the campaign.',
  ],
  [
    'Change',
    'In a table of keywords: the places gained or lost from the first to the last day with data of the period. In other places: against the period before.',
  ],
  [
    'Ahead of you',
    'The keywords for which the rival had a better place on the last day with data.',
  ],
  [
    'AI mentions',
    'How often answers of AI platforms named the brand. Each keyword has two prompts, and a run asks each of them on one platform.',
  ],
  ['AI visibility', 'The percentage of the answers that name the brand.'],
  ['Share of voice', 'The percentage of the brand among all brand names in the answers.'],
  ['Sentiment', 'The mean score of the mentions, from −1 (negative) to +1 (positive).'],
  ['Citations', 'The pages that answers give as their sources. One answer may cite several pages.'],
]

const TITLE = 48
const LABEL = 110
const GAP = 5

/**
 * Draws the meaning of the figures at the end of the report. It takes a bit more than half a page, so that the last page is never less
 * than half full: on the present page if it fits there, otherwise on a new one.
 */
export function drawGlossary(sheet: Sheet): void {
  const { left, width, bottom } = sheet.frame
  const inner = width - LABEL
  sheet.type(9, COLOR.ink)
  const text = TERMS.reduce((sum, [, meaning]) => sum + sheet.heightOf(meaning, inner) + GAP, TITLE)
  sheet.section('How to read the figures', text)
  const isAlone = sheet.pdf.y < sheet.frame.top + TITLE
  // On a page of its own it has room to spare.
  const gap = isAlone
    ? 3 * GAP
    : Math.min(2 * GAP, GAP + (bottom - sheet.pdf.y - text + TITLE) / TERMS.length)
  for (const [term, meaning] of TERMS) {
    const top = sheet.pdf.y
    sheet.structure.begin('P')
    sheet.type(9, COLOR.ink, true).text(term, left, top, LABEL - 10)
    sheet.pdf.y = sheet.type(9, COLOR.ink).paragraph(meaning, left + LABEL, top, inner, 60) + gap
    sheet.structure.end()
  }
}
