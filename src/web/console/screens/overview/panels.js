import { linkTo } from '../../hooks/route.js'
import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Chart, Sparkline } from '../../parts/chart.js'
import { Command, curlCommand } from '../../parts/controls.js'
import { Empty, Panel } from '../../parts/page.js'
import { Badge, Change, counted, measured, shown, Time } from '../../parts/values.js'

/** @param {{ figures: import('./figures.js').Figures }} props */
export function Tiles({ figures }) {
  return html`<section class="tiles" aria-label="Key figures">
    ${figures.tiles.map(
      ({ label, value, change, unit = '', values, inverted }) => html`<div class="tile">
        <h2>${label}</h2>
        <p class="tile-value">${measured(value, unit)} <${Change} change=${change} /></p>
        <${Sparkline} values=${values} inverted=${inverted} />
      </div>`,
    )}
  </section>`
}

/** @param {{ figures: import('./figures.js').Figures }} props */
export function FigureCharts({ figures }) {
  return html`<section class="charts" aria-label="Over time">
    ${figures.charts.map(
      (chart) => html`<div class="panel" key=${chart.title}>
        <${Chart} ...${chart} days=${figures.days} />
      </div>`,
    )}
  </section>`
}

const TONES = /** @type {const} */ ({ positive: 'good', negative: 'bad' })
const MOST_ROWS = 6

/** @param {Pick<import('./figures.js').Figures, 'events' | 'mentions' | 'voice'>} props */
export function Happened({ events, mentions, voice: { title, brands } }) {
  return html`<div class="thirds">
    ${
      brands.length > 0 &&
      html`<${Panel} title=${title}>
        <ul class="bars">
          ${brands.slice(0, MOST_ROWS + 2).map(
            ({ brand, own, share }) => html`<li class=${own ? 'own' : ''}>
              <span><bdi>${brand}</bdi>${own ? ' (own)' : ''}</span><span class="number">${shown(share)} %</span>
              <meter min="0" max=${Math.max(...brands.map((each) => each.share ?? 0), 1)} value=${share ?? 0} aria-label=${`Share of voice of ${brand}`}></meter>
            </li>`,
          )}
        </ul>
      </${Panel}>`
    }
    <${Panel} title="Recent events">
      ${events.length === 0 && html`<p class="faint">No events in this period.</p>`}
      <ul class="feed">
        ${events.slice(0, MOST_ROWS).map(
          ({ date, type, keyword, position, previous_position }) => html`<li>
            <span class="faint">${date}</span>
            <span>${keyword ? html`<strong><bdi>${keyword}</bdi></strong> ` : ''}${String(type ?? '').replaceAll('_', ' ')}${keyword ? `: ${previous_position ?? 'not in top 100'} to ${position ?? 'not in top 100'}` : ''}</span>
          </li>`,
        )}
      </ul>
    </${Panel}>
    <${Panel} title="Latest mentions">
      ${mentions.length === 0 && html`<p class="faint">No mentions in this period.</p>`}
      <ul class="feed">
        ${mentions.slice(0, MOST_ROWS - 2).map(
          ({
            platform,
            detected_at,
            sentiment,
            excerpt,
            brand,
            prompt,
            answer,
            citations,
          }) => html`<li>
            <span><strong>${platform}</strong> on <bdi>${brand}</bdi> <${Badge} tone=${TONES[/** @type {'positive'} */ (sentiment)] ?? 'plain'}>${sentiment}</${Badge}></span>
            <bdi class="excerpt">${excerpt}</bdi>
            ${answer && html`<${Answer} prompt=${prompt} answer=${answer} citations=${citations} />`}
            <span class="faint"><${Time} at=${detected_at} /></span>
          </li>`,
        )}
      </ul>
    </${Panel}>
  </div>`
}

/** An answer as the API gives it, in Markdown. @param {{ prompt?: string, answer: string, citations?: any[] }} props */
function Answer({ prompt, answer, citations = [] }) {
  return html`<details>
    <summary><bdi>${prompt ?? 'Whole answer'}</bdi></summary>
    <bdi class="answer">${answer}</bdi>
    <ol>
      ${citations.map(({ title, url, type }) => html`<li><bdi>${title ?? url}</bdi> <span class="faint">${url}</span> <${Badge}>${TYPES[/** @type {'own'} */ (type)] ?? type}</${Badge}></li>`)}
    </ol>
  </details>`
}

const TYPES = { own: 'own site', rival: 'rival', third_party: 'third party' }

/** What was asked, and which sites the answers cite. @param {Pick<import('./figures.js').Figures, 'prompts' | 'sites'>} props */
export function Asked({ prompts, sites }) {
  if (prompts.length + sites.length === 0) return null
  return html`<div class="thirds">
    <${Panel} title="Prompts">
      <ul class="feed">
        ${prompts.slice(0, MOST_ROWS).map(
          ({ prompt, answers, mentions, ai_visibility }) => html`<li>
            <bdi>${prompt}</bdi>
            <span class="faint">${measured(ai_visibility, ' %')}: ${shown(mentions)} of ${shown(answers)} answers name the brand</span>
          </li>`,
        )}
      </ul>
    </${Panel}>
    ${
      sites.length > 0 &&
      html`<${Panel} title="Cited sites">
        <ul class="feed">
          ${sites.slice(0, MOST_ROWS + 2).map(
            ({ domain, type, citations, share }) => html`<li>
              <span><bdi>${domain}</bdi> <${Badge} tone=${type === 'own' ? 'accent' : 'plain'}>${TYPES[/** @type {'own'} */ (type)] ?? type}</${Badge}></span>
              <span class="faint">${counted(citations, 'citation')}, ${measured(share, ' %')}</span>
            </li>`,
          )}
        </ul>
      </${Panel}>`
    }
  </div>`
}

const SAMPLE = {
  name: 'My first campaign',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots', 'ultralight tent'],
  frequency: 'daily',
}

/** How to create the first campaign. @param {{ onDone: () => void }} props */
export function FirstCampaign({ onDone }) {
  const { api } = useSandbox()
  const create = useAction(async () => {
    await api('POST', 'campaigns', { body: SAMPLE })
    onDone()
    return 'Campaign created. Advance the clock by 7 days to see its positions change.'
  })
  const command = curlCommand(`${new URL('api/campaigns', document.baseURI)}`, {
    body: JSON.stringify(SAMPLE),
  })
  return html`<${Empty} title="No campaigns yet">
    <p>
      A campaign lists the keywords to monitor. Rankings, mentions and reports follow at once. Create one here, or with a
      ${' '}<a href=${linkTo('integrations')}>key of the account</a>, as your own code will:
    </p>
    <${Command} text=${command} />
    <div class="actions">
      <button type="button" class="primary" disabled=${create.busy} onClick=${() => create.run()}>Create a sample campaign</button>
    </div>
  </${Empty}>`
}
