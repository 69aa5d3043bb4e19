import type { ServiceEvent } from '../../accounts/event.ts'
import { counted, type StyledLine } from '../output.ts'

/** An event as a stream of events has it. */
export interface Streamed {
  id: string
  type: string
  at: string
  campaign_id: string
  /** The JSON that webhooks get. */
  body: string
}

/** `2026-03-01T09:00:04Z  ranking.changed     gravel bike 6 → 4  Gear shop  evt_…  → 204 after 3 ms`: an event on one line. */
export function eventLine(
  { id, type, at, campaign_id, body }: Streamed,
  outcome: string,
): StyledLine {
  const { text, style, campaign = campaign_id } = happened(body)
  return {
    parts: [
      { style: 'dim', text: `${at.slice(0, 19)}Z` },
      `  ${type.padEnd(18)}  `,
      ...(text === '' ? [] : [style === undefined ? text : { style, text }, '  ']),
      { style: 'dim', text: `${campaign}  ${id}` },
      outcome,
    ],
  }
}

interface Happened {
  /** What happened, in a few words. */
  text: string
  /** Green for good news, red for bad. */
  style?: 'green' | 'red' | undefined
  /** The name of the campaign. */
  campaign?: string | undefined
}

/** A document of the user's can give the bodies of events any form, so this takes nothing for granted. */
function happened(body: string): Happened {
  try {
    const { type, data } = JSON.parse(body) as Pick<ServiceEvent, 'type' | 'data'>
    const { campaign_name } = data
    const { members, say } = (WORDS as Record<string, Words>)[type] as Words
    if (members.some((name) => !Object.hasOwn(data, name))) return { text: '' }
    const campaign = typeof campaign_name === 'string' ? campaign_name : undefined
    return { ...say(data as never), campaign }
  } catch {
    return { text: '' }
  }
}

interface Words {
  /** What `say` reads. */
  members: readonly string[]
  say(data: never): Happened
}

type Data<Kind> = Extract<ServiceEvent, { type: Kind }>['data']

const WORDS = {
  'ranking.changed': {
    members: ['keyword', 'previous_position', 'position', 'change'],
    say: ({ keyword, position, previous_position, change }: Data<'ranking.changed'>) => ({
      text: `${keyword} ${previous_position ?? 'not ranked'} → ${position ?? 'not ranked'}`,
      style: isGain(position, change) ? 'green' : 'red',
    }),
  },
  'mention.detected': {
    members: ['platform', 'brand', 'sentiment', 'keyword'],
    say: ({ platform, brand, sentiment, keyword }: Data<'mention.detected'>) => ({
      text: `${platform} names ${brand} for "${keyword}", ${sentiment}`,
      style: sentiment === 'positive' ? 'green' : sentiment === 'negative' ? 'red' : undefined,
    }),
  },
  'campaign.completed': {
    members: ['keywords', 'average_position', 'mentions'],
    say: ({ keywords, average_position, mentions }: Data<'campaign.completed'>) => ({
      text: `${counted(keywords, 'keyword')}, average position ${average_position ?? 'none'}, ${counted(mentions, 'mention')}`,
    }),
  },
} satisfies Record<ServiceEvent['type'], Words>

/** `change` is null for a keyword that entered or left the results. */
function isGain(position: number | null, change: number | null): boolean {
  return change === null ? position !== null : change > 0
}
