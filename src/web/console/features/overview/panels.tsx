import { counted, measured, shown } from '../../client/format.ts'
import { Panel } from '../../ui/page.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { Answer, SOURCES, TONES } from '../mentions/mention-list.tsx'
import type { Overview } from './figures.ts'

const MOST_ROWS = 6

/** Shares of brands, events in the rankings, and mentions. */
export function Happened({ data }: { data: Overview }) {
  const { title, brands } = voiceOf(data)
  const most = Math.max(...brands.map(({ share }) => share ?? 0), 1)
  const events = (data.account?.dashboard ?? data.campaign?.analytics)?.recent_events ?? []
  const mentions = data.account?.dashboard.recent_mentions ?? data.campaign?.mentions ?? []
  return (
    <div class="panels">
      {brands.length > 0 && (
        <Panel title={title}>
          <ul class="stack bars">
            {brands.slice(0, MOST_ROWS + 2).map(({ brand, own, share }) => (
              <li class={own ? 'own' : ''}>
                <span>
                  <Name>{brand}</Name>
                  {own ? ' (own)' : ''}
                </span>
                <span class="number">{shown(share)} %</span>
                <div
                  role="meter"
                  class="bar"
                  aria-valuemin={0}
                  aria-valuemax={most}
                  aria-valuenow={share ?? 0}
                  aria-label={`Share of voice of ${brand}`}
                  style={{ '--share': `${(100 * (share ?? 0)) / most}%` }}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Recent events">
        {events.length === 0 && <p class="faint">No events in this period.</p>}
        <ul class="stack feed">
          {events
            .slice(0, MOST_ROWS)
            .map(({ date, type, keyword, position, previous_position }) => (
              <li>
                <span class="faint">
                  <Time at={date} precision="day" />
                </span>
                <span>
                  {keyword && (
                    <strong>
                      <Name>{keyword}</Name>
                    </strong>
                  )}{' '}
                  {type.replaceAll('_', ' ')}
                  {keyword
                    ? `: ${previous_position ?? 'not in top 100'} to ${position ?? 'not in top 100'}`
                    : ''}
                </span>
              </li>
            ))}
        </ul>
      </Panel>
      <Panel title="Latest mentions">
        {mentions.length === 0 && <p class="faint">No mentions in this period.</p>}
        <ul class="stack feed">
          {mentions.slice(0, MOST_ROWS - 2).map((mention) => (
            <li>
              <span>
                <strong>{mention.platform}</strong> on <bdi>{mention.brand}</bdi>{' '}
                <Badge tone={TONES[mention.sentiment]}>{mention.sentiment}</Badge>
              </span>
              <bdi class="excerpt">{mention.excerpt}</bdi>
              <Answer of={mention} />
              <span class="faint">
                <Time at={mention.detected_at} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** The prompts, and the sites that the answers cite. */
export function Asked({ data: { account, campaign } }: { data: Overview }) {
  const prompts = (account?.intelligence.chat ?? campaign?.analytics.mentions)?.prompts ?? []
  const sites = campaign?.analytics.mentions.citations.domains ?? []
  if (prompts.length + sites.length === 0) return null
  return (
    <div class="panels">
      <Panel title="Prompts">
        <ul class="stack feed">
          {prompts.slice(0, MOST_ROWS).map(({ prompt, answers, mentions, ai_visibility }) => (
            <li>
              <bdi>{prompt}</bdi>
              <span class="faint">
                {measured(ai_visibility, ' %')}: {shown(mentions)} of {shown(answers)} answers name
                the brand
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {sites.length > 0 && (
        <Panel title="Cited sites">
          <ul class="stack feed">
            {sites.slice(0, MOST_ROWS + 2).map(({ domain, type, citations, share }) => (
              <li>
                <span>
                  <bdi>{domain}</bdi>{' '}
                  <Badge tone={type === 'own' ? 'accent' : 'plain'}>{SOURCES[type]}</Badge>
                </span>
                <span class="faint">
                  {counted(citations, 'citation')}, {measured(share, ' %')}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** Brands with their shares, the largest first: on AI platforms for an account, in search for a campaign. */
function voiceOf({ account, campaign }: Overview): {
  title: string
  brands: { brand: string; own: boolean; share: number | null }[]
} {
  if (account) {
    const { brands } = account.intelligence.chat.share_of_voice
    return { title: 'Share of voice', brands }
  }
  const sites = campaign?.analytics.competitors ?? []
  return {
    title: 'Share of voice in search',
    brands: sites
      .map(({ name, own, share_of_voice }) => ({ brand: name, own, share: share_of_voice }))
      .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0)),
  }
}
