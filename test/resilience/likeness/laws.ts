import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import { rateOf } from '../../support/laws.ts'
import { groups, mean } from './measures.ts'
import { NOW, type Seen, TODAY, type World } from './sandbox.ts'

/** Notes whether a law holds in one case; `what` says what was seen. */
type Note = (holds: boolean, what: () => string) => void
/** A name, the law in words, and its check. */
export type Law = readonly [
  name: string,
  what: string,
  check: (world: World, note: Note) => void | Promise<void>,
]

const FIRST = '2026-10-22'
const DAY = 86_400_000

/** A law of each campaign. */
function ofEach(name: string, what: string, check: (seen: Seen, note: Note) => void): Law {
  return [
    name,
    what,
    ({ seen }, note) => {
      for (const each of seen) {
        check(each, (holds, say) => note(holds, () => `${each.campaign.name}: ${say()}`))
      }
    },
  ]
}

/** A law of each ranking row. */
function ofRows(name: string, what: string, holds: (row: RankingRow, seen: Seen) => boolean): Law {
  return ofEach(name, what, (seen, note) => {
    for (const row of seen.rows) note(holds(row, seen), () => JSON.stringify(row))
  })
}

/** A law of each mention. */
function ofMentions(name: string, what: string, holds: (it: Mention, seen: Seen) => boolean): Law {
  return ofEach(name, what, (seen, note) => {
    for (const it of seen.mentions) note(holds(it, seen), () => JSON.stringify(it).slice(0, 600))
  })
}

const near = (one: number | null, other: number | null, within = 0.011) =>
  one === null || other === null ? one === other : Math.abs(one - other) <= within
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const ranked = (rows: readonly RankingRow[]) =>
  rows.flatMap(({ position }) => (position === null ? [] : [position]))
const average = (numbers: readonly number[]) => (numbers.length === 0 ? null : mean(numbers))
const visibility = (rows: readonly RankingRow[]) =>
  rows.length === 0 ? null : mean(rows.map(({ position }) => rateOf(position))) / 0.276
const isOrdered = (texts: readonly string[]) =>
  texts.every((it, n) => n === 0 || it >= (texts[n - 1] as string))
/** The last row of each keyword that the campaign still has. */
const lastRows = ({ rows, campaign }: Seen) => {
  const has = new Set(campaign.keywords.map((it) => it.toLowerCase().trim().replace(/\s+/g, ' ')))
  return [...groups(rows, ({ keyword }) => keyword).values()]
    .map((of) => of.at(-1) as RankingRow)
    .filter(({ keyword }) => has.has(keyword.toLowerCase().trim().replace(/\s+/g, ' ')))
}
const isEdited = ({ campaign }: Seen) => campaign.updated_at !== campaign.created_at

const RANKINGS: readonly Law[] = [
  ofRows(
    'positions',
    'a position is 1 to 100, or null',
    ({ position }) =>
      position === null || (Number.isInteger(position) && position >= 1 && position <= 100),
  ),
  ofRows(
    'changes',
    'a change is the previous position less the position',
    (row) =>
      row.change ===
      (row.position === null || row.previous_position === null
        ? null
        : row.previous_position - row.position),
  ),
  ofRows(
    'new keywords',
    'is_new means a position and none before',
    (row) => !row.is_new || (row.position !== null && row.previous_position === null),
  ),
  ofRows(
    'lost keywords',
    'is_lost means no position and one before',
    (row) => row.is_lost === (row.position === null && row.previous_position !== null),
  ),
  ofRows(
    'pages',
    'a row has a page and a title if it has a position',
    ({ position, url, title }) =>
      (position === null) === (url === null) && (url === null) === (title === null),
  ),
  ofRows(
    'hosts of pages',
    'the page is one of the site',
    ({ url }, { campaign }) =>
      url === null || new URL(url).hostname === new URL(`https://${campaign.domain}`).hostname,
  ),
  ofRows('traffic', 'traffic is searches times the rate of the place', (row) =>
    near(row.estimated_traffic, (row.searches * rateOf(row.position)) / 100, 0.006),
  ),
  ofRows('searches', 'searches are not negative', ({ searches }) => searches >= 0),
  ofRows(
    'volumes',
    'a volume is a multiple of ten, or null',
    ({ search_volume }) =>
      search_volume === null || (search_volume >= 10 && search_volume % 10 === 0),
  ),
  ofRows(
    'days',
    'rows are of the period and not of the future',
    ({ date }) => date >= FIRST && date <= TODAY,
  ),
  ofRows(
    'times of checks',
    'a row was found on its day, and not later than now',
    ({ date, checked_at }) => checked_at.startsWith(date) && Date.parse(checked_at) <= NOW,
  ),
  ofRows(
    'begin',
    'no row is older than the campaign',
    ({ date }, { campaign }) => date >= campaign.tracked_since,
  ),
  ofRows(
    'owned features',
    'owned features are features of the page; all but the overview, which cites other pages, too, need a position',
    (row) =>
      row.owned_features.every((it) => row.serp_features.includes(it)) &&
      (row.position !== null || row.owned_features.every((it) => it === 'ai_overview')),
  ),
  ofRows(
    'features once',
    'a page has each feature once',
    ({ serp_features }) => new Set(serp_features).size === serp_features.length,
  ),
  ofRows('second pages', 'another result is below the first', ({ position, other_results }) =>
    other_results.every((it) => position !== null && it.position > position && it.position <= 100),
  ),
  ofRows('places', 'no two sites have one place', (row) => {
    const places = [row.position, ...row.competitors.map((it) => it.position)].filter(
      (it) => it !== null,
    )
    return new Set(places).size === places.length
  }),
  ofRows(
    'devices',
    'the device is that of the campaign',
    ({ device }, { campaign }) => device === (campaign.settings?.device ?? null),
  ),
  ofEach('days before', 'the previous position is that of the row before', ({ rows }, note) => {
    for (const of of groups(rows, ({ keyword }) => keyword).values()) {
      for (const [n, row] of of.entries()) {
        if (n === 0) continue
        note(row.previous_position === of[n - 1]?.position, () => JSON.stringify(row))
      }
    }
  }),
  ofEach('order of rows', 'rows are by date', ({ rows }, note) =>
    note(isOrdered(rows.map(({ date }) => date)), () => 'order'),
  ),
  ofEach('one row a day', 'a keyword has one row a day', ({ rows }, note) => {
    const keys = rows.map(({ keyword, date }) => `${keyword} ${date}`)
    note(new Set(keys).size === keys.length, () => `${keys.length - new Set(keys).size} twice`)
  }),
  ofEach('volumes of a month', 'a keyword has one volume a month', ({ rows }, note) => {
    for (const [key, of] of groups(rows, ({ keyword, date }) => `${keyword} ${date.slice(0, 7)}`)) {
      note(new Set(of.map(({ search_volume }) => search_volume)).size === 1, () => key)
    }
  }),
  ofEach('weeks', 'weekly rows are weeks apart', ({ rows, campaign }, note) => {
    if (campaign.frequency !== 'weekly' || campaign.created_at !== campaign.updated_at) return
    const days = [...new Set(rows.map(({ date }) => Date.parse(date) / DAY))]
    note(
      days.every((day, n) => n === 0 || (day - (days[n - 1] as number)) % 7 === 0),
      () => days.join(),
    )
  }),
  ofEach('rivals', 'rows list the rivals that analytics compare', (seen, note) => {
    const domains = seen.analytics.competitors.filter(({ own }) => !own).map(({ domain }) => domain)
    for (const { competitors } of lastRows(seen)) {
      note(competitors.map(({ domain }) => domain).join() === domains.join(), () => domains.join())
    }
  }),
]

const FIGURES: readonly Law[] = [
  ofEach(
    'average position',
    'the average is that of the rows',
    ({ rows, analytics: { summary } }, note) =>
      note(
        near(summary.average_position, average(ranked(rows))),
        () => `${summary.average_position}`,
      ),
  ),
  ofEach('visibility', 'visibility is that of the rows', ({ rows, analytics: { summary } }, note) =>
    note(
      near(summary.visibility, visibility(rows), 0.02),
      () => `${summary.visibility} ${visibility(rows)}`,
    ),
  ),
  ofEach(
    'sum of traffic',
    'traffic is the sum of the rows',
    ({ rows, analytics: { summary } }, note) =>
      note(
        near(summary.estimated_traffic, sum(rows.map((it) => it.estimated_traffic)), 0.02),
        () => `${summary.estimated_traffic}`,
      ),
  ),
  ofEach(
    'best and worst',
    'the best and the worst position are those of the rows',
    (seen, note) => {
      const { summary, keywords } = seen.analytics
      const [best, worst] = [
        keywords.map((it) => it.best_position ?? 101),
        keywords.map((it) => it.worst_position ?? 0),
      ]
      note(
        (summary.best_position ?? 101) === Math.min(101, ...best),
        () => `best ${summary.best_position}`,
      )
      note(
        (summary.worst_position ?? 0) === Math.max(0, ...worst),
        () => `worst ${summary.worst_position}`,
      )
    },
  ),
  ofEach(
    'days of figures',
    'each day has the figures of its rows',
    ({ rows, analytics: { series } }, note) => {
      const days = groups(rows, ({ date }) => date)
      for (const day of series) {
        const of = days.get(day.date) ?? []
        note(
          near(day.average_position, average(ranked(of))) &&
            near(day.visibility, visibility(of), 0.02) &&
            near(day.estimated_traffic, sum(of.map((it) => it.estimated_traffic)), 0.02),
          () => JSON.stringify(day),
        )
      }
    },
  ),
  ofEach(
    'all days',
    'the series has each day of the period',
    ({ analytics: { series, period } }, note) =>
      note(
        series.length === period.days && series[0]?.date === FIRST && series.at(-1)?.date === TODAY,
        () => `${series.length}`,
      ),
  ),
  ofEach('distribution', 'the distribution is that of the last rows', (seen, note) => {
    const last = lastRows(seen)
    const { top_3, top_10, top_20, top_100, unranked } = seen.analytics.summary.distribution
    const upTo = (most: number) =>
      last.filter(({ position }) => position !== null && position <= most).length
    note(
      JSON.stringify([top_3, top_10, top_20, top_100, unranked]) ===
        JSON.stringify([upTo(3), upTo(10), upTo(20), upTo(100), last.length - upTo(100)]),
      () => JSON.stringify(seen.analytics.summary.distribution),
    )
  }),
  ofEach('moves', 'each keyword improved, declined or stayed', (seen, note) => {
    const { improved, declined, unchanged } = seen.analytics.summary
    note(
      improved + declined + unchanged === lastRows(seen).length,
      () => `${improved} ${declined} ${unchanged}`,
    )
  }),
  ofEach('last positions', 'a keyword stands where its last row does', (seen, note) => {
    const last = new Map(lastRows(seen).map((row) => [row.keyword, row]))
    for (const it of seen.analytics.keywords) {
      const row = last.get(it.keyword)
      note(it.position === row?.position && it.search_volume === row?.search_volume, () =>
        JSON.stringify(it),
      )
    }
  }),
  ofEach('range of a keyword', 'best, average and worst are in order', ({ analytics }, note) => {
    for (const it of analytics.keywords) {
      if (it.average_position === null) continue
      note(
        (it.best_position as number) <= it.average_position &&
          it.average_position <= (it.worst_position as number),
        () => JSON.stringify(it),
      )
    }
  }),
  ofEach(
    'traffic of keywords',
    'the traffic of a keyword is that of its rows',
    ({ rows, analytics }, note) => {
      const of = groups(rows, ({ keyword }) => keyword)
      for (const it of analytics.keywords)
        note(
          near(
            it.estimated_traffic,
            sum((of.get(it.keyword) ?? []).map((row) => row.estimated_traffic)),
            0.02,
          ),
          () => JSON.stringify(it),
        )
    },
  ),
  ofEach(
    'changes of figures',
    'changes are differences to the period before',
    ({ analytics: { changes, summary, previous_period: before } }, note) => {
      note(
        changes.visibility === null ||
          near(changes.visibility, (summary.visibility ?? 0) - (before?.visibility ?? 0)),
        () => `${changes.visibility}`,
      )
      note(
        changes.average_position === null ||
          near(
            changes.average_position,
            (before?.average_position ?? 0) - (summary.average_position ?? 0),
          ),
        () => `${changes.average_position}`,
      )
    },
  ),
  ofEach(
    'own site',
    'the own site comes first, with the figures of the summary',
    ({ analytics: { competitors, summary } }, note) => {
      const [own, ...others] = competitors
      if (own)
        note(
          own.own && !others.some((it) => it.own) && near(own.visibility, summary.visibility),
          () => JSON.stringify(own).slice(0, 200),
        )
    },
  ),
  ofEach(
    'shares of sites',
    'shares of voice add up to 100, or are 0',
    ({ analytics: { competitors } }, note) => {
      const total = sum(competitors.map((it) => it.share_of_voice))
      if (competitors.length > 0) note(total === 0 || near(total, 100, 0.1), () => `${total}`)
    },
  ),
  ofEach(
    'movers',
    'movers up have gained, and movers down have lost',
    ({ analytics: { top_movers } }, note) => {
      const gain = (it: { start_position: number | null; position: number | null }) =>
        (it.start_position ?? 101) - (it.position ?? 101)
      note(
        top_movers.up.every((it) => gain(it) > 0) && top_movers.down.every((it) => gain(it) < 0),
        () => JSON.stringify(top_movers),
      )
    },
  ),
  ofEach(
    'events',
    'events are of the period, the newest first',
    ({ analytics: { recent_events } }, note) =>
      note(
        isOrdered(recent_events.map(({ date }) => date).toReversed()) &&
          recent_events.every(({ date }) => date >= FIRST && date <= TODAY),
        () => JSON.stringify(recent_events),
      ),
  ),
  ofEach(
    'shares of features',
    'a feature has a share from 0 to 100',
    ({ analytics: { serp_features } }, note) =>
      note(
        serp_features.every((it) => it.share >= 0 && it.share <= 100),
        () => JSON.stringify(serp_features),
      ),
  ),
]

const CHAT: readonly Law[] = [
  ofEach(
    'sum of tones',
    'mentions are the sum of the tones',
    ({ analytics: { mentions: it } }, note) =>
      note(
        it.total === it.by_sentiment.positive + it.by_sentiment.neutral + it.by_sentiment.negative,
        () => `${it.total}`,
      ),
  ),
  ofEach(
    'sum of platforms',
    'mentions are the sum of the platforms, and so are answers',
    ({ analytics: { mentions: it } }, note) =>
      note(
        it.total === sum(it.by_platform.map((of) => of.mentions)) &&
          it.answers === sum(it.by_platform.map((of) => of.answers)),
        () => `${it.total}`,
      ),
  ),
  ofEach(
    'sum of days',
    'mentions are the sum of the days',
    ({ analytics: { mentions: it, series } }, note) =>
      note(
        it.total === sum(it.series.map((of) => of.mentions)) &&
          it.total === sum(series.map((of) => of.mentions)),
        () => `${it.total}`,
      ),
  ),
  ofEach('list of mentions', 'the list has as many mentions as the figures', (seen, note) => {
    if (!isEdited(seen))
      note(
        seen.mentions.length === seen.analytics.mentions.total,
        () => `${seen.mentions.length} of ${seen.analytics.mentions.total}`,
      )
  }),
  ofEach(
    'shares of brands',
    'own and other shares add up to 100',
    (
      {
        analytics: {
          mentions: { share_of_voice: it },
        },
      },
      note,
    ) =>
      note(
        it.brands.length === 0 || near(it.own + it.competitors, 100, 0.1),
        () => `${it.own} ${it.competitors}`,
      ),
  ),
  ofEach(
    'sum of sources',
    'citations are the sum of their types',
    (
      {
        analytics: {
          mentions: { citations: it },
        },
      },
      note,
    ) =>
      note(it.total === it.by_type.own + it.by_type.rival + it.by_type.third_party, () =>
        JSON.stringify(it.by_type),
      ),
  ),
  ofEach('mentions once', 'each mention has an id of its own', ({ mentions }, note) =>
    note(new Set(mentions.map(({ id }) => id)).size === mentions.length, () => 'twice'),
  ),
  ofEach(
    'order of mentions',
    'mentions are listed by time, the newest first',
    ({ mentions }, note) =>
      note(isOrdered(mentions.map((it) => it.detected_at).toReversed()), () => 'order'),
  ),
  ofEach('one answer', 'an answer is the same in all its mentions', ({ mentions }, note) => {
    for (const of of groups(mentions, (it) => it.answer_id).values())
      note(
        new Set(of.map((it) => it.answer + it.prompt + it.platform)).size === 1,
        () => of[0]?.answer_id ?? '',
      )
  }),
  ofEach('one prompt a day', 'a prompt goes to one platform a day', ({ mentions }, note) => {
    for (const [key, of] of groups(
      mentions,
      (it) => `${it.keyword} ${it.prompt} ${it.detected_at.slice(0, 10)}`,
    ))
      note(new Set(of.map((it) => it.platform)).size === 1, () => key)
  }),
  ofMentions(
    'tones',
    'the tone follows from the score',
    ({ sentiment, sentiment_score: score }) =>
      sentiment === (score >= 0.25 ? 'positive' : score <= -0.25 ? 'negative' : 'neutral'),
  ),
  ofMentions('excerpts', 'an excerpt names the brand', ({ excerpt, brand }) =>
    excerpt.includes(brand),
  ),
  ofMentions('excerpts of answers', 'an excerpt is a part of the answer', ({ excerpt, answer }) => {
    const plain = (text: string) => text.replace(/[\\*]|^\| \d+ \|/gm, '')
    return excerpt.split(/(?<=[.。]) /).every((sentence) => plain(answer).includes(plain(sentence)))
  }),
  ofMentions('names', 'the answer names all its brands', (it) =>
    it.competitors_mentioned.every((name) => it.answer.replaceAll('\\', '').includes(name)),
  ),
  ofMentions(
    'ranks',
    'the position is one of the brands',
    (it) =>
      it.position >= 1 &&
      it.position <= it.competitors_mentioned.length + 1 &&
      !it.competitors_mentioned.includes(it.brand),
  ),
  ofMentions(
    'places of sources',
    'sources are counted from 1, each once',
    ({ citations }) =>
      citations.every((it, n) => it.position === n + 1) &&
      new Set(citations.map(({ url }) => url)).size === citations.length,
  ),
  ofMentions('hosts of sources', 'the domain of a source is that of its address', ({ citations }) =>
    citations.every((it) => new URL(it.url).hostname === new URL(`https://${it.domain}`).hostname),
  ),
  ofMentions(
    'types of sources',
    'a source is own if it is the site of the brand',
    ({ citations }, { campaign }) =>
      citations.every(
        (it) =>
          (it.type === 'own') === (it.domain === new URL(`https://${campaign.domain}`).hostname),
      ),
  ),
  ofMentions('marks', 'an answer marks only sources that it has', ({ answer, citations }) =>
    [...answer.matchAll(/ \[(\d+)\]\./g)].every(([, n]) => Number(n) <= citations.length),
  ),
  ofMentions('links', 'an answer links only to its sources', ({ answer, citations }) =>
    [...answer.matchAll(/\]\((https[^)\s]+)\)/g)].every(([, url]) =>
      citations.some((it) => it.url === url),
    ),
  ),
  ofMentions(
    'times of mentions',
    'a mention is of the period, and not of the future',
    ({ detected_at: at }) => at.slice(0, 10) >= FIRST && Date.parse(at) <= NOW,
  ),
  ofMentions(
    'finders',
    'the campaign is among those that found it',
    ({ campaign_ids }, { campaign }) => campaign_ids.includes(campaign.id),
  ),
  ofMentions(
    'models',
    'only AI Overviews have no model',
    ({ model, platform }) => (model === null) === (platform === 'Google AI Overviews'),
  ),
  ofMentions(
    'placeholders',
    'no text has a placeholder or a gap',
    ({ answer, prompt, excerpt }) =>
      ![answer, prompt, excerpt].some((text) =>
        /\{\w+\}|undefined|NaN| {2}/.test(text.replace(/\|.*\|/g, '')),
      ),
  ),
]

const ACCOUNT: readonly Law[] = [
  [
    'campaigns of the dashboard',
    'the dashboard counts the campaigns',
    ({ dashboard, seen }, note) =>
      note(
        dashboard.totals.campaigns === seen.length &&
          dashboard.totals.active_campaigns ===
            seen.filter(({ campaign }) => campaign.status === 'active').length,
        () => JSON.stringify(dashboard.totals),
      ),
  ],
  [
    'figures of campaigns',
    'the dashboard has the figures of each campaign',
    ({ dashboard, seen }, note) => {
      for (const it of dashboard.campaigns) {
        const summary = seen.find(({ campaign }) => campaign.id === it.id)?.analytics.summary
        note(
          it.visibility === summary?.visibility &&
            it.average_position === summary?.average_position &&
            it.mentions === summary?.mentions,
          () => JSON.stringify(it),
        )
      }
    },
  ],
  [
    'traffic of the account',
    'traffic is the sum of the campaigns',
    ({ dashboard, seen }, note) =>
      note(
        near(
          dashboard.totals.estimated_traffic,
          sum(seen.map(({ analytics }) => analytics.summary.estimated_traffic)),
          0.5,
        ),
        () => `${dashboard.totals.estimated_traffic}`,
      ),
  ],
  [
    'traffic of days',
    'traffic is the sum of the days',
    ({ dashboard }, note) =>
      note(
        near(
          dashboard.totals.estimated_traffic,
          sum(dashboard.series.map((it) => it.estimated_traffic)),
          0.5,
        ),
        () => `${dashboard.totals.estimated_traffic}`,
      ),
  ],
  [
    'mentions of the account',
    'both dashboards count the same mentions',
    ({ dashboard, overview }, note) =>
      note(
        dashboard.totals.mentions === overview.chat.mentions &&
          overview.chat.mentions === sum(overview.chat.platforms.map((it) => it.mentions)),
        () => `${dashboard.totals.mentions} ${overview.chat.mentions}`,
      ),
  ],
  [
    'recent mentions',
    'recent mentions are the newest first',
    ({ dashboard }, note) =>
      note(
        isOrdered(dashboard.recent_mentions.map((it) => it.detected_at).toReversed()),
        () => 'order',
      ),
  ],
  [
    'distribution of the account',
    'the distribution is the sum of the campaigns',
    ({ dashboard, seen }, note) =>
      note(
        dashboard.distribution.top_10 ===
          sum(seen.map(({ analytics }) => analytics.summary.distribution.top_10)),
        () => JSON.stringify(dashboard.distribution),
      ),
  ],
  ofEach(
    'runs',
    'the last run is not later than now, and the next one is',
    ({ campaign: it }, note) =>
      note(
        (it.last_run_at === null || Date.parse(it.last_run_at) <= NOW) &&
          (it.next_run_at === null ? it.status === 'paused' : Date.parse(it.next_run_at) > NOW),
        () => JSON.stringify(it).slice(0, 400),
      ),
  ),
  ofEach('failed runs', 'a day whose run failed has no rows', ({ campaign, rows }, note) =>
    note(
      campaign.last_run_status !== 'failed' ||
        !rows.some(({ date }) => date === campaign.last_run_at?.slice(0, 10)),
      () => `${campaign.last_run_at}`,
    ),
  ),
  ofEach('times of campaigns', 'a campaign is changed after it was created', ({ campaign }, note) =>
    note(
      campaign.created_at <= campaign.updated_at &&
        campaign.created_at.startsWith(campaign.tracked_since),
      () => JSON.stringify(campaign).slice(0, 300),
    ),
  ),
  ofEach(
    'rows of CSV',
    'the CSV has the rows of the list',
    ({ csv: [head = [], ...lines], rows }, note) => {
      const at = (name: string) => head.indexOf(name)
      note(lines.length === rows.length, () => `${lines.length} of ${rows.length}`)
      note(
        lines.every(
          (line, n) =>
            line[at('position')] === String(rows[n]?.position ?? '') &&
            line[at('estimated_traffic')] === String(rows[n]?.estimated_traffic),
        ),
        () => 'positions',
      )
    },
  ),
  ofEach('mentions of CSV', 'the CSV has the mentions of the list', (seen, note) => {
    const [head = [], ...lines] = seen.mentionsCsv
    const ids = new Set(seen.mentions.map(({ id }) => id))
    if (!isEdited(seen))
      note(
        lines.length === ids.size &&
          lines.every((line) => ids.has(line[head.indexOf('id')] as string)),
        () => `${lines.length} of ${ids.size}`,
      )
  }),
  ofEach('columns', 'each column of a CSV has a name of its own', ({ csv: [head = []] }, note) =>
    note(new Set(head).size === head.length, () => head.join()),
  ),
  ofEach('report', 'a report has the figures of analytics', ({ report, analytics }, note) =>
    note(
      report.summary.visibility === analytics.summary.visibility &&
        report.summary.mentions === analytics.summary.mentions,
      () => JSON.stringify(report.summary),
    ),
  ),
]

/** The position of each keyword on each day, and the text of each mention. */
async function past(world: World, id: string, brand: string): Promise<string> {
  const query = `campaign_id=${id}&start_date=${FIRST}&end_date=2026-11-18&limit=500`
  const [rows, mentions] = await Promise.all([
    world.get(`/serp/rankings?${query}`),
    world.get(`/chat/mentions?brand=${encodeURIComponent(brand)}&${query}`),
  ])
  const facts = mentions.body.data.map(({ id, answer, sentiment_score }: Mention) => [
    id,
    answer,
    sentiment_score,
  ])
  return JSON.stringify([rows.body.data, facts])
}

const PERMANENCE: readonly Law[] = [
  [
    'equal answers',
    'the same question has the same answer',
    async (world, note) => {
      for (const { campaign, rows } of world.seen.slice(0, 4)) {
        const path = `/serp/rankings?campaign_id=${campaign.id}&limit=50`
        const { data } = (await world.get(path)).body
        note(JSON.stringify(data) === JSON.stringify(rows.slice(0, 50)), () => path)
      }
    },
  ],
  [
    'pages of lists',
    'a page is a part of the list',
    async (world, note) => {
      for (const { campaign, rows } of world.seen.slice(0, 4)) {
        const { body } = await world.get(
          `/serp/rankings?campaign_id=${campaign.id}&limit=7&offset=5`,
        )
        note(
          JSON.stringify(body.data) === JSON.stringify(rows.slice(5, 12)) &&
            body.meta.pagination.total === rows.length,
          () => campaign.name,
        )
      }
    },
  ],
  [
    'filters',
    'rows of a keyword are those of the list',
    async (world, note) => {
      for (const { campaign, rows } of world.seen.slice(0, 4)) {
        const [keyword = ''] = campaign.keywords
        const { body } = await world.get(
          `/serp/rankings?campaign_id=${campaign.id}&limit=100&keywords=${encodeURIComponent(keyword)}`,
        )
        note(
          JSON.stringify(body.data) ===
            JSON.stringify(rows.filter((row) => row.keyword === keyword)),
          () => keyword,
        )
      }
    },
  ],
  [
    'past',
    'neither a day, nor a new rival, nor a deletion changes the past',
    async (world, note) => {
      const [first, second] = world.seen.map(({ campaign }) => campaign)
      if (!first || !second) return
      const before = await past(world, first.id, first.brand)
      const rival = {
        name: 'Newcomer',
        type: 'serp',
        frequency: 'daily',
        keywords: first.keywords.slice(0, 5),
        domain: 'newcomer.example',
      }
      await world.post('/campaigns', rival)
      note((await past(world, first.id, first.brand)) === before, () => 'a new rival')
      await world.control('POST', `/clock?account=${world.account}`, { advance: '1d', wait: true })
      note((await past(world, first.id, first.brand)) === before, () => 'a day')
      const { body } = await world.get(
        `/serp/rankings?campaign_id=${first.id}&start_date=2026-11-21&end_date=2026-11-21`,
      )
      note(
        body.data.every(({ date }: RankingRow) => date === '2026-11-21'),
        () => 'a new day',
      )
      await world.remove(`/campaigns/${second.id}`)
      note((await past(world, first.id, first.brand)) === before, () => 'a deletion')
    },
  ],
]

export const LAWS: readonly Law[] = [...RANKINGS, ...FIGURES, ...CHAT, ...ACCOUNT, ...PERMANENCE]
