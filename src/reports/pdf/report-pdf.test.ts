import { describe, expect, test } from 'vitest'
import { campaignAnalytics, competitorStandings } from '../../../test/support/processes/figures.ts'
import {
  campaign,
  expectDrawn,
  expectWholeTables,
  REQUEST,
  SEED,
  sectionOf,
} from '../../../test/support/records/drawn-reports.ts'
import {
  contentsOfPdf,
  type PdfElement,
  structureOfPdf,
  textOfPdf as textOf,
} from '../../../test/support/records/pdf.ts'
import { buildReport } from '../../../test/support/records/reports.ts'
import { turnsDuring } from '../../../test/support/turns.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import type { KeywordRecord } from '../../intelligence/records.ts'
import { type ReportContent, type ReportSection, reportFilename, reportRecord } from '../report.ts'
import { reportPdf } from './report-pdf.ts'
import { decimal, signed } from './wording.ts'

type Standing = NonNullable<ReportContent['standing']>

describe('the PDF of a report', () => {
  test('has the same bytes each time, and different ones for another report', async () => {
    const first = await reportPdf(await buildReport(SEED, campaign(), REQUEST))
    const second = await reportPdf(await buildReport(SEED, campaign(), REQUEST))
    const other = await reportPdf(await buildReport(SEED + 1, campaign(), REQUEST))

    expect(first.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(first.subarray(-6).toString('latin1').trim()).toBe('%%EOF')
    expect(second.equals(first)).toBe(true)
    expect(other.equals(first)).toBe(false)
    expect(first.toString('latin1')).toContain('(D:20251031134500Z)')
  })

  test('yields to other requests while it is drawn', async () => {
    const keywords = Array.from({ length: 30 }, (_, i) => `phrase ${i}`)
    const report = await buildReport(SEED, campaign({ keywords }), REQUEST)
    const { rankings = [], competitors = [] } = report
    await reportPdf(report)

    const turns = await turnsDuring(() => reportPdf(report))

    // One before each row, and between the sections.
    expect(turns).toBeGreaterThanOrEqual(rankings.length + competitors.length + 4)
  })

  test('begins with a cover with campaign, period and main message', async () => {
    const settings = { location: 'Lyon, France', device: 'mobile', search_engine: 'bing' }
    const report = await buildReport(SEED, campaign({ settings }), REQUEST)

    const [cover = []] = textOf(await reportPdf(report))

    expect(cover).toContain('Spring launch')
    expect(cover).toContain('Acme Analytics · acme.example')
    expect(cover).toContain('2 October 2025 – 31 October 2025 (30 days)')
    expect(cover).toEqual(expect.arrayContaining(['Lyon, France', 'Mobile phones', 'Bing']))
    expect(cover.join(' ')).toContain(`position ${report.standing?.average_position?.toFixed(1)}`)
    expect(cover.join(' ')).not.toContain(report.campaign_id)
  })

  test('shows the figures of the analytics', async () => {
    const { keywords, summary, changes } = await campaignAnalytics(SEED, campaign(), REQUEST)

    const report = await buildReport(SEED, campaign(), REQUEST)
    const pages = textOf(await reportPdf(report))

    const overview = sectionOf(pages, 'Overview')
    expect(overview).toContain(summary.average_position?.toFixed(1))
    expect(overview[overview.indexOf('Keywords in top 10') + 1]).toBe(
      String(summary.distribution.top_10),
    )
    const { top_10_change = 0 } = report.standing ?? {}
    expect(overview).toContain(
      top_10_change === 0 ? `of ${summary.keywords} tracked` : signed(top_10_change),
    )
    expect(overview[overview.indexOf('AI mentions') + 1]).toBe(String(summary.mentions))
    const trend = Math.sign(changes.visibility ?? 0) < 0 ? '−' : '+'
    expect(overview).toContain(`${trend}${Math.abs(changes.visibility ?? 0).toFixed(1)} points`)
    const rankings = sectionOf(pages, 'Rankings')
    for (const { keyword, position, average_position, best_position, url } of keywords) {
      const at = rankings.indexOf(keyword)
      expect(url).toContain(rankings[at + 1])
      expect(rankings[at + 2]).toBe(String(position))
      expect(rankings[at + 4]).toBe(String(best_position))
      expect(rankings[at + 6]).toBe(average_position?.toFixed(1))
    }
    const competitors = sectionOf(pages, 'Competitors')
    for (const { domain, average_position } of await competitorStandings(
      SEED,
      campaign(),
      REQUEST,
    )) {
      expect(competitors[competitors.indexOf(domain) + 1]).toBe(average_position?.toFixed(1))
    }
  })

  test('has a row for each AI platform that named the brand, whatever is included', async () => {
    const { mentions } = await buildReport(SEED, campaign(), REQUEST)
    const request = { ...REQUEST, include: ['rankings'] as const, from: '2025-10-30' }
    const few = await buildReport(SEED, campaign(), request)
    const silent = few.mentions.by_platform.filter((it) => it.mentions === 0)

    const many = sectionOf(
      textOf(await reportPdf(await buildReport(SEED, campaign(), REQUEST))),
      'AI platforms',
    )
    const some = sectionOf(textOf(await reportPdf(few)), 'AI platforms')

    const { positive, neutral, negative } = mentions.by_sentiment
    expect(many.slice(2, 8)).toEqual([
      ...['Positive', String(positive), 'Neutral', String(neutral), 'Negative', String(negative)],
    ])
    for (const { platform, ...of } of mentions.by_platform.filter((it) => it.mentions > 0)) {
      const at = many.indexOf(platform)
      expect(many.slice(at + 1, at + 3)).toEqual([of.answers, of.mentions].map(String))
      expect(many[at + 4]).toBe(`${of.share_of_voice?.toFixed(1)}%`)
      expect(many[at + 5]).toBe(`${of.ai_visibility?.toFixed(1)}%`)
    }
    expect(many[many.indexOf('All platforms') + 2]).toBe(String(mentions.total))
    expect(silent.length).toBeGreaterThan(0)
    for (const { platform } of silent) expect(some).not.toContain(platform)
    expect(some).toContain('All platforms')
  })

  test('lists the keywords that moved most, with their old and new places', async () => {
    const keywords = Array.from({ length: 30 }, (_, i) => `phrase ${i}`)
    const report = await buildReport(SEED + 1, campaign({ keywords }), REQUEST)
    const rankings = report.rankings?.filter(({ change }) => change !== null) ?? []
    const moved = rankings.toSorted((a, b) => (b.change ?? 0) - (a.change ?? 0))
    const [winner, loser] = [moved[0], moved.at(-1)]

    const overview = sectionOf(textOf(await reportPdf({ ...report, rankings })), 'Overview')

    for (const [title, row] of [['Gained most', winner] as const, ['Lost most', loser] as const]) {
      const at = overview.indexOf(title)
      expect(overview.slice(at + 1, at + 3)).toEqual([
        row?.keyword,
        `${row?.start_position} → ${row?.position}`,
      ])
    }
  })

  test('lists the keywords first that entered or left the first 100', async () => {
    const report = await buildReport(SEED, campaign(), REQUEST)
    const [row] = report.rankings as [KeywordRecord]
    const moved = (keyword: string, start_position: number | null, position: number | null) => ({
      ...row,
      ...{ keyword, start_position, position },
      change: start_position && position ? start_position - position : null,
    })
    const rankings = [
      moved('up', 90, 1),
      moved('entered', null, 80),
      moved('down', 1, 95),
      moved('left', 60, null),
    ]

    const overview = sectionOf(textOf(await reportPdf({ ...report, rankings })), 'Overview')

    const listed = (title: string) => overview.slice(overview.indexOf(title) + 1).slice(0, 6)
    expect(listed('Gained most')).toEqual(['entered', '>100 → 80', 'new', 'up', '90 → 1', '+89'])
    expect(listed('Lost most')).toEqual(['left', '60 → >100', 'lost', 'down', '1 → 95', '−94'])
  })

  test('tells keywords that are not ranked from those in low places and those not checked', async () => {
    const report = await buildReport(SEED, campaign(), REQUEST)
    const distribution = { top_3: 1, top_10: 3, top_20: 6, top_100: 10, unranked: 5 }
    const summary = { ...report.summary, distribution, keywords: 21 }

    const overview = sectionOf(textOf(await reportPdf({ ...report, summary })), 'Overview')

    const at = overview.indexOf('Where the keywords stand')
    expect(overview.slice(at + 1, at + 13)).toEqual([
      ...['Top 3', '1', '4–10', '2', '11–20', '3', '21–100', '4'],
      ...['Not in the first 100', '5', 'Not checked', '6'],
    ])
  })

  test('shows traffic, the change of the top 10, features and the days of the rivals', async () => {
    const report = await buildReport(SEED, campaign(), REQUEST)
    const { summary, serp_features } = report
    const standing = { ...(report.standing as Standing), top_10_change: 2 }

    const pages = textOf(await reportPdf({ ...report, standing }))

    const overview = sectionOf(pages, 'Overview')
    const below = (title: string, n = 1) => overview[overview.indexOf(title) + n]
    expect(below('Estimated traffic')).toBe(
      Math.round(summary.estimated_traffic).toLocaleString('en'),
    )
    expect(below('Keywords in top 10', 2)).toBe('+2')
    const features = sectionOf(pages, 'Features of the results pages').join(' ')
    for (const { feature, keywords, share } of serp_features.filter((it) => it.keywords > 0)) {
      const name = new RegExp(feature.replaceAll('_', ' '), 'i')
      expect(features).toMatch(new RegExp(`${name.source} ${keywords} ${share.toFixed(1)}%`, 'i'))
    }
    expect(sectionOf(pages, 'Competitors')).toContain('Visibility by site (%)')
  })

  test.each([
    [1, 'serp'],
    [9, 'chat'],
    [14, 'serp'],
    [25, 'chat'],
    [60, 'serp'],
  ] as const)(
    'has no page that is less than half full, with %i keywords of %s',
    async (count, type) => {
      const keywords = Array.from({ length: count }, (_, i) => `phrase ${i} of many words`)
      for (const parts of [{}, { tracked_since: '2025-10-30' }, { tracked_since: '2025-11-01' }]) {
        const own = campaign({ keywords, type, ...parts })
        const contents = contentsOfPdf(await reportPdf(await buildReport(SEED, own, REQUEST)))
        for (const content of contents) expect(lowestText(content)).toBeLessThan(A4 / 2)
      }
    },
  )

  test('says of what it leaves out where it is', async () => {
    const many = campaign({ keywords: Array.from({ length: 12 }, (_, i) => `phrase ${i}`) })
    const textWith = async (include: readonly ReportSection[]) =>
      textOf(await reportPdf(await buildReport(SEED, many, { ...REQUEST, include }))).flat()

    expect(await textWith(['rankings', 'trends'])).toContain(
      '14 more prompts are in the CSV and JSON formats of this report.',
    )
    expect(await textWith(['rankings'])).toContain(
      '14 more prompts are in the JSON format of this report.',
    )
  })

  test('has as many pages as it needs, each with titles and its number', async () => {
    const keywords = Array.from({ length: 100 }, (_, i) => `phrase ${i} of many`)

    const pages = textOf(await reportPdf(await buildReport(SEED, campaign({ keywords }), REQUEST)))

    const first = pages.findIndex((page) => page.includes('Rankings'))
    expect(pages.length - first).toBeGreaterThan(3)
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
      const isTable = i >= first && page.some((text) => text.startsWith('phrase'))
      if (isTable) expect(page).toContain('Keyword and page')
    })
    for (const keyword of keywords) {
      expect(sectionOf(pages, 'Rankings').filter((text) => text === keyword)).toHaveLength(1)
    }
  })

  test.each([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])(
    'leaves no line of a table alone on a page, with %i keywords',
    expectWholeTables,
  )

  test('draws Latin, Vietnamese, Greek and Cyrillic letters as they are', async () => {
    const keywords = [
      'łódzkie rowery',
      'xe đạp điện giá rẻ',
      'ηλεκτρικό ποδήλατο',
      'їжа для кішки ₴',
    ]
    const name = 'Электровелосипеды'

    const pages = textOf(
      await reportPdf(await buildReport(SEED, campaign({ name, keywords }), REQUEST)),
    )

    expect(pages[0]).toContain(name)
    expect(sectionOf(pages, 'Rankings')).toEqual(expect.arrayContaining(keywords))
  })

  test.each([
    ['Japanese', '東京ランニング', '靴屋さん'],
    ['Arabic', 'أفضل أحذية الجري (2025)', 'أحذية النجم'],
    ['Chinese', '购买跑鞋', '北京店'],
    ['Korean', '서울 여행', '한국'],
    ['Hebrew', 'נעלי ריצה, iPhone 15', 'נעלי כוכב'],
    ['Thai', 'รองเท้าวิ่งที่ดีที่สุด', 'รองเท้าดี'],
    ['Hindi', 'सर्वश्रेष्ठ जूते', 'क्षत्रिय'],
    ['emoji', 'shoes 👟 🏕️ 👩‍💻 🇩🇪', 'Acme 😀'],
  ])('draws %s in its own characters', (_, keyword, brand) => expectDrawn(keyword, brand))

  test('embeds only the characters that it shows, and no other font without need', async () => {
    const plain = await reportPdf(await buildReport(SEED, campaign(), REQUEST))
    const own = campaign({ keywords: ['東京 cafe'] })
    const japanese = await reportPdf(await buildReport(SEED, own, REQUEST))

    expect(fontsOf(plain)).toEqual(['Inter-Regular', 'Inter-SemiBold'])
    expect(fontsOf(japanese).filter((it) => it.startsWith('NotoSans')).length).toBeGreaterThan(0)
    expect(japanese.length).toBeLessThan(plain.length + 30_000)
  })

  test('numbers characters that no font has, and cuts long text', async () => {
    const keywords = ['𓀀 x', `very ${'long '.repeat(40)}`, `${'靴'.repeat(80)}`]

    const pages = textOf(
      await reportPdf(await buildReport(SEED + 1, campaign({ keywords }), REQUEST)),
    )

    const text = sectionOf(pages, 'Rankings')
    expect(text).toContain('[U+13000] x')
    expect(text.find((it) => it.startsWith('very'))).toMatch(/^very (long ){4,30}$/)
    expect(text[text.findIndex((it) => it.startsWith('very')) + 1]).toMatch(/^(long ){4,30}\w*… ?$/)
    expect(text.filter((it) => it.startsWith('靴'))[1]).toMatch(/^靴{30,75}…$/)
  })

  test('keeps to its bookmarks and page numbers with names of any length', async () => {
    const name = `${'Unbreakable'.repeat(40)} ${'and more '.repeat(40)}`

    const pages = textOf(await reportPdf(await buildReport(SEED, campaign({ name }), REQUEST)))

    expect(pages[0]).toContain(`Page 1 of ${pages.length}`)
    expect(pages[1]).toContain('Overview')
  })

  test('for a single day compares with the day before, and draws no line of one point', async () => {
    const today = { ...REQUEST, from: REQUEST.to }

    const pages = textOf(await reportPdf(await buildReport(SEED, campaign(), today)))

    expect(pages[0]).toContain('31 October 2025 (1 day)')
    expect(pages[0]?.join(' ')).not.toContain('Over the period')
    expect(pages.flat().join(' ')).toContain('against the day before')
    expect(sectionOf(pages, 'Trends')[1]).toContain('A single day has no trend.')
    expect(pages.flat()).not.toContain('Visibility (%)')
  })

  test('counts mentions of a day in whole numbers, and of more days on average', async () => {
    const chartOf = async (from: string, mentions: number[]) => {
      const report = await buildReport(SEED, campaign(), { ...REQUEST, from })
      const trends = report.trends?.map((day, i) => ({ ...day, mentions: mentions[i] ?? 1 }))
      const text = textOf(await reportPdf({ ...report, trends: trends ?? [] })).flat()
      return text.slice(text.findIndex((it) => it.startsWith('AI mentions a day')))
    }

    const days = await chartOf('2025-10-30', [1])
    const weeks = await chartOf('2025-01-01', [])

    expect(days.slice(0, 4)).toEqual(['AI mentions a day', '0', '1', '30 Oct'])
    expect(weeks.slice(0, 4)).toEqual([
      ...['AI mentions a day (average of each week)', '0', '1', 'Jan 2025'],
    ])
  })

  test('shows domains in their own script if the font has it', async () => {
    const own = campaign({
      domain: 'xn--e1aybc.xn--p1ai',
      competitors: ['xn--ehbfhi.example', 'café.example'],
    })

    const pages = textOf(await reportPdf(await buildReport(SEED, own, REQUEST)))

    expect(pages[0]).toContain('Acme Analytics · тест.рф')
    expect(sectionOf(pages, 'Rankings').some((text) => /^тест\.рф\//.test(text))).toBe(true)
    const competitors = sectionOf(pages, 'Competitors')
    expect(competitors).toEqual(expect.arrayContaining(['café.example', 'مقهى.example']))
  })

  test('is tagged: headings, paragraphs, tables with titles, figures with a description, links', async () => {
    const title = 'Shoes & <tents>'
    const report = await buildReport(SEED, campaign({ name: title }), REQUEST)
    const pdf = await reportPdf(report)

    const root = structureOfPdf(pdf)

    const all = elementsOf(root)
    const tagged = (tag: string) => all.filter((it) => it.tag === tag)
    expect(root.tag).toBe('Document')
    expect(tagged('H1')).toHaveLength(1)
    expect(tagged('H2').length).toBe(7)
    expect(tagged('Figure').map(({ entries }) => entries)).toEqual(
      ['Average position', 'Visibility', 'AI mentions', 'Visibility by site'].map((name) =>
        expect.stringMatching(new RegExp(`/Alt \\(${name}.*2 October 2025 to 31 October 2025`)),
      ),
    )
    for (const table of tagged('Table')) {
      const [titles, ...rows] = table.children
      expect(titles?.children.every(({ entries }) => entries.includes('/Scope /Column'))).toBe(true)
      for (const row of rows) {
        expect(row.children.map(({ tag }) => tag).slice(0, 2)).toEqual(['TH', 'TD'])
        expect(row.children).toHaveLength(titles?.children.length ?? 0)
      }
    }
    expect(tagged('Link').every(({ entries }) => entries.includes('/OBJR'))).toBe(true)
    const source = pdf.toString('latin1')
    for (const { url } of report.rankings ?? []) expect(source).toContain(`/URI (${url})`)
    expect(source).toContain('/Lang (en)')
    expect(source).toContain('/DisplayDocTitle true')
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(source).toContain('Shoes &amp; &lt;tents>')
  })

  test('has no content outside of its structure and of decoration', async () => {
    const own = campaign({ name: 'حملة الربيع', keywords: ['東京 カフェ', 'trail shoes'] })

    const contents = contentsOfPdf(await reportPdf(await buildReport(SEED, own, REQUEST)))

    for (const content of contents) {
      let depth = 0
      for (const [operator] of content.matchAll(/\b(?:BDC|BMC|EMC|TJ|f|S|B)\n/g)) {
        if (/^(BDC|BMC)/.test(operator)) depth++
        else if (operator.startsWith('EMC')) depth--
        else expect(depth).toBe(1)
      }
      expect(depth).toBe(0)
    }
  })

  test('marks updates and the day that is not over', async () => {
    const report = await buildReport(SEED, campaign(), REQUEST)
    const updates = ['2025-10-08', '2025-10-20']
    const textFor = async (parts: object) =>
      spaced(textOf(await reportPdf({ ...report, ...parts })).flat())

    const marked = await textFor({ algorithm_updates: updates, partial_day: '2025-10-31' })
    const unmarked = await textFor({ algorithm_updates: [], partial_day: null })

    expect(marked).toContain('Purple lines mark updates of the search engine (8 Oct and 20 Oct).')
    expect(marked).toContain('31 October 2025 is not over: its figures are those until 13:45 UTC.')
    expect(unmarked).not.toMatch(/Purple|not over/)
  })

  test('shows a young campaign from its first day', async () => {
    const young = since('2025-10-29')
    const newest = since('2025-10-31')

    const text = textOf(await reportPdf(await buildReport(SEED, young, REQUEST))).flat()
    const first = textOf(await reportPdf(await buildReport(SEED, newest, REQUEST))).flat()

    const axis = text.slice(text.indexOf('Visibility (%)')).filter((it) => / Oct$/.test(it))
    expect(axis.slice(0, 3)).toEqual(['29 Oct', '30 Oct', '31 Oct'])
    expect(spaced(text)).toContain('The charts begin with the first figures, on 29 October 2025.')
    expect(spaced(first)).toContain('The campaign has data of one day')
    expect(first).not.toContain('Visibility (%)')
  })

  test('never labels two days of an axis alike', async () => {
    // With a label each 31 days, 1 and 31 August would both be "Aug 2025".
    for (const from of ['2025-06-30', '2025-07-01', '2025-07-02', '2025-01-31']) {
      const [to, today] = ['2026-01-01', '2026-01-05']
      const report = await buildReport(SEED, campaign(), { ...REQUEST, from, to, today })
      const text = textOf(await reportPdf(report)).flat()
      const after = text.slice(text.indexOf('Average position (higher is better)'))
      const axis = after.slice(0, after.indexOf('Visibility (%)')).filter((it) => /\d{4}$/.test(it))
      expect(axis.length).toBeGreaterThan(5)
      expect(new Set(axis).size).toBe(axis.length)
    }
  })

  test('begins with the answers of AI platforms for a chat campaign', async () => {
    const report = await buildReport(SEED, campaign({ type: 'chat' }), REQUEST)

    const pages = textOf(await reportPdf(report))

    const text = pages.flat()
    const at = (title: string) => text.indexOf(title)
    expect(at('AI platforms')).toBeLessThan(at('Trends'))
    expect(at('Trends')).toBeLessThan(at('Rankings'))
    expect(pages[0]?.join(' ')).toMatch(/In short AI platforms mentioned Acme Analytics \d+ times/)
    const { ai_visibility, share_of_voice } = report.mentions.changes
    expect(ai_visibility).not.toBe(share_of_voice)
    const cards = sectionOf(pages, 'Overview').join(' ')
    expect(cards).toContain(
      `Share of voice ${decimal(report.mentions.share_of_voice, '%')} ${signed(share_of_voice, 1)} points`,
    )
    const answers = sectionOf(pages, 'AI platforms').join(' ')
    for (const { prompt, excerpt } of report.mentions.quotes) {
      expect(answers).toContain(prompt)
      expect(answers.replace(/\s+/g, ' ')).toContain(excerpt.slice(0, 60))
    }
    for (const { brand } of report.mentions.brands.brands) expect(answers).toContain(brand)
    const { domains } = report.mentions.citations
    for (const { domain } of domains.slice(0, 10)) expect(answers).toContain(domain)
  })

  test('of a campaign without data says so', async () => {
    const young = campaign({ tracked_since: '2025-11-01' })

    const text = textOf(await reportPdf(await buildReport(SEED, young, REQUEST))).flat()

    const reasons = ['No keyword was checked in this period.', 'Not checked in this period.']
    expect(text.filter((it) => reasons.includes(it)).length).toBeGreaterThan(2)
    expect(text.join(' ')).toContain('No keyword was checked between 2 October 2025 and')
    expect(text).toEqual(expect.arrayContaining(['not checked', 'no platform was asked']))
    expect(text).not.toContain('0')
  })
})

describe('a report', () => {
  test('has a name and a record from its content', async () => {
    const report = await buildReport(SEED, campaign(), REQUEST)
    const file = {
      format: 'pdf',
      dateRange: 'last_30_days',
      downloadUrl: 'u',
      expiresAt: 0,
    } as const

    const one = { ...report, include: ['trends' as const] }
    expect(reportFilename(one, 'csv')).toBe('spring-launch-2025-10-02-to-2025-10-31.csv')
    expect(reportFilename(report, 'csv')).toBe('spring-launch-2025-10-02-to-2025-10-31.zip')
    expect(reportRecord(report, file)).toMatchObject({
      campaign_id: 'cmp_1',
      filename: 'spring-launch-2025-10-02-to-2025-10-31.pdf',
      period: { start_date: '2025-10-02', end_date: '2025-10-31', days: 30 },
      expires_at: '1970-01-01T00:00:00.000Z',
    })
  })
})

const A4 = 842
/** The header and the footer of a page are outside of these. */
const [HEADER, FOOTER] = [800, 50]

/** How far above the lower edge the lowest text of a page begins. */
function lowestText(content: string): number {
  const ys = [...content.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => Number(y))
  return Math.min(...ys.filter((y) => y > FOOTER && y < HEADER))
}

/** A campaign that was created on a day. */
function since(day: string): Campaign {
  return campaign({ tracked_since: day, created_at: `${day}T09:00:00.000Z` })
}

/** One text, without the spaces at the end of lines. */
function spaced(texts: readonly string[]): string {
  return texts.join(' ').replace(/\s+/g, ' ')
}

function elementsOf(element: PdfElement): PdfElement[] {
  return [element, ...element.children.flatMap(elementsOf)]
}

/** The embedded fonts, without the mark of a subset. */
function fontsOf(pdf: Buffer): string[] {
  const names = pdf.toString('latin1').matchAll(/\/BaseFont \/\w{6}\+([\w-]+)/g)
  return [...new Set([...names].map(([, name]) => name as string))].sort()
}
