import { by, changed, data, succeeded } from '../mutations.ts'
import type { Fault } from './fault.ts'

/** Changes the rows of rankings for which `when` holds. */
const rankings = (change: (row: { keyword: unknown; position: unknown }, at: number) => object) =>
  changed(
    by('getRankings'),
    succeeded,
    data((rows) => rows.map((row: never, at: number) => Object.assign(row, change(row, at)))),
  )

const reportUrl = (url: unknown) =>
  changed(
    by('generateReport'),
    succeeded,
    data((report) => ({ ...report, download_url: url })),
  )

const mentions = (change: (list: unknown[]) => unknown) =>
  changed(by('getMentions'), succeeded, data(change))

/** Rankings, mentions and reports. Filters are proved by no contract check: how they are sent is not shown. */
export const RECORD_FAULTS: Fault[] = [
  {
    name: 'The keyword of a ranking is a number',
    facts: ['2.24'],
    mutation: rankings((_, at) => ({ keyword: at })),
  },
  {
    name: 'The keyword of a ranking is an object',
    facts: ['2.24'],
    mutation: rankings(({ keyword }) => ({ keyword: { text: keyword } })),
  },
  {
    name: 'The keyword of the last ranking is a number',
    facts: ['2.24'],
    mutation: changed(
      by('getRankings'),
      succeeded,
      data((rows) => {
        if (rows.length) rows.at(-1).keyword = 404
        return rows
      }),
    ),
  },
  {
    name: 'The position of a ranking is a string',
    facts: ['2.25'],
    mutation: rankings(({ position }) => ({ position: String(position) })),
  },
  {
    name: 'The position of every seventh ranking is a string',
    facts: ['2.25'],
    mutation: rankings(({ position }, at) => (at % 7 === 6 ? { position: `${position}` } : {})),
  },
  {
    name: 'The position of every ranking is null',
    facts: ['2.25'],
    mutation: rankings(() => ({ position: null })),
  },
  {
    name: 'The position of a ranking is a text, or null',
    facts: ['2.25'],
    mutation: rankings(({ position }, at) => ({ position: at % 2 ? `${position}` : null })),
  },
  {
    name: 'The position of a ranking is a list',
    facts: ['2.25'],
    mutation: rankings(({ position }) => ({ position: [position] })),
  },
  {
    name: 'The position of a ranking is a boolean',
    facts: ['2.25'],
    mutation: rankings(() => ({ position: true })),
  },
  {
    name: 'Mentions are counted, not listed',
    facts: ['2.33'],
    mutation: mentions((list) => ({ count: list.length })),
  },
  {
    name: 'Mentions are an object by number',
    facts: ['2.33'],
    mutation: mentions((list) => ({ mentions: { ...list } })),
  },
  {
    name: 'The first mention is answered in place of a list',
    facts: ['2.33'],
    mutation: mentions(([first]) => first),
  },
  {
    name: 'The download_url of a report is a file name',
    facts: ['2.44'],
    mutation: reportUrl('not a url'),
  },
  ...[
    '/files/report.pdf',
    'https://{host}/report.pdf',
    '//files.example.com/report.pdf',
    'https://files.example.com:99999/report.pdf',
  ].map((url) => ({
    name: `The download_url of a report is ${url}`,
    facts: ['2.44'],
    mutation: reportUrl(url),
  })),
  { name: 'The download_url of a report is empty', facts: ['2.44'], mutation: reportUrl('') },
  { name: 'The download_url of a report is a number', facts: ['2.44'], mutation: reportUrl(4711) },
  {
    name: 'The download_url of a report is an object',
    facts: ['2.44'],
    mutation: reportUrl({ href: 'https://files.example.com/report.pdf' }),
  },
  {
    name: 'The download_url of a report is a list of URLs',
    facts: ['2.44'],
    mutation: reportUrl(['https://files.example.com/report.pdf']),
  },
]
