import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { shown } from '../../parts/numbers.js'
import { Time } from '../../parts/time.js'

const TONES = /** @type {const} */ ({ positive: 'good', negative: 'bad' })
const MOST_ROWS = 6

/** @param {{ events: any[], mentions: any[], brands: { brand: string, own: boolean, share: number }[] }} props */
export function Happened({ events, mentions, brands }) {
  return html`<div class="thirds">
    ${
      brands.length > 0 &&
      html`<section class="panel" aria-labelledby="voice-title">
        <h2 id="voice-title">Share of voice</h2>
        <ul class="bars">
          ${brands.slice(0, MOST_ROWS + 2).map(
            ({ brand, own, share }) => html`<li class=${own ? 'own' : ''}>
              <span><bdi>${brand}</bdi>${own ? ' (own)' : ''}</span><span class="number">${shown(share)} %</span>
              <meter min="0" max=${Math.max(...brands.map((each) => each.share ?? 0), 1)} value=${share ?? 0} aria-label=${`Share of voice of ${brand}`}></meter>
            </li>`,
          )}
        </ul>
      </section>`
    }
    <section class="panel" aria-labelledby="events-title">
      <h2 id="events-title">What happened</h2>
      ${events.length === 0 && html`<p class="faint">Nothing stood out in this period.</p>`}
      <ul class="feed">
        ${events.slice(0, MOST_ROWS).map(
          ({ date, type, keyword, position, previous_position }) => html`<li>
            <span class="faint">${date}</span>
            <span>${keyword ? html`<strong><bdi>${keyword}</bdi></strong> ` : ''}${String(type ?? '').replaceAll('_', ' ')}${position ? `: ${previous_position ?? '–'} to ${position}` : ''}</span>
          </li>`,
        )}
      </ul>
    </section>
    <section class="panel" aria-labelledby="mentions-title">
      <h2 id="mentions-title">Latest mentions</h2>
      ${mentions.length === 0 && html`<p class="faint">No AI platform has named the brand in this period.</p>`}
      <ul class="feed">
        ${mentions.slice(0, MOST_ROWS - 2).map(
          ({ platform, detected_at, sentiment, excerpt, brand }) => html`<li>
            <span><strong>${platform}</strong> on <bdi>${brand}</bdi> <${Badge} tone=${TONES[/** @type {'positive'} */ (sentiment)] ?? 'plain'}>${sentiment}</${Badge}></span>
            <bdi class="excerpt">${excerpt}</bdi>
            <span class="faint"><${Time} at=${detected_at} /></span>
          </li>`,
        )}
      </ul>
    </section>
  </div>`
}
