import type { RowOf } from '../../client/service-lists.ts'
import { linkTo } from '../../hooks/route.ts'
import { Badge, Name, Time } from '../../ui/values.tsx'

type Mention = RowOf<'/chat/mentions'>

export const TONES = { positive: 'good', neutral: 'plain', negative: 'bad' } as const
/** The owners of cited sites. */
export const SOURCES = { own: 'own site', rival: 'rival', third_party: 'third party' } as const

/** Answers with the passage about the brand; the whole answer is folded. */
export function Mentions({
  mentions,
  campaigns,
}: {
  mentions: readonly Mention[]
  campaigns: readonly RowOf<'/campaigns'>[]
}) {
  return (
    <ul class="entries">
      {mentions.map((mention) => (
        <MentionItem
          key={mention.id}
          mention={mention}
          campaign={campaigns.find(({ id }) => id === mention.campaign_id)?.name}
        />
      ))}
    </ul>
  )
}

function MentionItem({ mention, campaign }: { mention: Mention; campaign: string | undefined }) {
  const { platform, model, brand, sentiment, sentiment_score, position, detected_at } = mention
  const { keyword, excerpt, competitors_mentioned = [] } = mention
  return (
    <li>
      <p class="mention-head row">
        <strong>{platform}</strong> {model && <span class="faint">{model}</span>}
        <Badge tone={TONES[sentiment] ?? 'plain'}>
          {sentiment} {sentiment_score}
        </Badge>
        <span>
          <bdi>{brand}</bdi> is number {position} of {competitors_mentioned.length + 1}
        </span>
        <span class="faint">
          <Time at={detected_at} />
        </span>
      </p>
      <blockquote>
        <bdi>{excerpt}</bdi>
      </blockquote>
      <p class="faint">
        <bdi>{keyword}</bdi>
        {competitors_mentioned.length > 0 && <>, next to {competitors_mentioned.join(', ')}</>} ·
        campaign{' '}
        <a href={linkTo('campaigns', mention.campaign_id)}>
          <Name>{campaign ?? mention.campaign_id}</Name>
        </a>
      </p>
      <Answer of={mention} />
    </li>
  )
}

/** An answer as the API gives it, in Markdown, folded below its prompt. */
export function Answer({
  of: { prompt, answer, citations = [] },
}: {
  of: Pick<Mention, 'prompt' | 'answer' | 'citations'>
}) {
  return (
    <details>
      <summary>
        <bdi>{prompt}</bdi>
      </summary>
      <bdi class="answer">{answer}</bdi>
      {citations.length > 0 && (
        <ol>
          {citations.map(({ title, url, type }) => (
            <li key={url}>
              <bdi>{title ?? url}</bdi> <span class="faint">{url}</span>{' '}
              <Badge>{SOURCES[type] ?? type}</Badge>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
