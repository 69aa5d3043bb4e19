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

/** `2026-03-01 09:00:04  ranking.changed     gravel bike 6 → 4  Gear shop  evt_…  → 204 after 3 ms`: an event on one line. */
export function eventLine(
  { id, type, at, campaign_id, body }: Streamed,
  outcome: string,
): StyledLine {
  const { text, style, campaign = campaign_id } = happened(body)
  return {
    parts: [
      { style: 'dim', text: at.slice(0, 19).replace('T', ' ') },
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
    const words = (WORDS as Record<string, (data: never) => Happened>)[type]?.(data as never)
    if (words === undefined || /undefined|NaN/.test(words.text)) return { text: '' }
    return { ...words, campaign: typeof campaign_name === 'string' ? campaign_name : undefined }
  } catch {
    return { text: '' }
  }
}

type Data<Kind> = Extract<ServiceEvent, { type: Kind }>['data']

const WORDS: { [Kind in ServiceEvent['type']]: (data: Data<Kind>) => Happened } = {
  'ranking.changed': ({ keyword, position, previous_position, change }) => ({
    text: `${keyword} ${previous_position ?? 'not ranked'} → ${position ?? 'not ranked'}`,
    style: isGain(position, change) ? 'green' : 'red',
  }),
  'mention.detected': ({ platform, brand, sentiment, keyword }) => ({
    text: `${platform} names ${brand} for "${keyword}", ${sentiment}`,
    style: sentiment === 'positive' ? 'green' : sentiment === 'negative' ? 'red' : undefined,
  }),
  'campaign.completed': ({ keywords, average_position, mentions }) => ({
    text: `${counted(keywords, 'keyword')}, average position ${average_position ?? 'none'}, ${counted(mentions, 'mention')}`,
  }),
}

/** `change` is null for a keyword that entered or left the results. */
function isGain(position: number | null, change: number | null): boolean {
  return change === null ? position !== null : change > 0
}
