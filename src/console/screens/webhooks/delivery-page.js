import { useCallback } from 'preact/hooks'
import { readClock } from '../../client/clock.js'
import { useAction } from '../../hooks/action.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Failure } from '../../parts/failure.js'
import { Body } from '../../parts/message.js'
import { Time } from '../../parts/time.js'
import { Attempts } from './attempts.js'
import { DeliveryBadge } from './delivery-badge.js'
import { NextStep } from './next-step.js'
import { useAttempts, useTurns } from './turns.js'
import { shortUrl } from './webhook.js'

/** @typedef {import('../../client/session.js').Control['Delivery']} Delivery */

/**
 * One delivery with all of its attempts.
 *
 * @param {{ id: string }} props
 */
export function DeliveryPage({ id }) {
  const { control, api, notify } = useSandbox()
  const { turn, next } = useTurns()
  const path = `deliveries/${encodeURIComponent(id)}`
  const { data, error, reload } = useLoaded(
    async (signal) => {
      const [delivery, clock] = await Promise.all([
        control('GET', path, { signal }),
        readClock(control)(signal),
      ])
      return { delivery: /** @type {Delivery} */ (delivery.data), clock }
    },
    [control, path, turn],
  )
  const delivery = data?.delivery
  useAttempts(delivery && [delivery], data?.clock, next)
  const about = useLoaded(
    async (signal) => {
      if (delivery === undefined) return {}
      const { webhook_id, campaign_id } = delivery
      // Either may have been deleted since.
      const [webhook, campaign] = await Promise.allSettled([
        api('GET', `webhooks/${encodeURIComponent(webhook_id)}`, { signal }),
        api('GET', `campaigns/${encodeURIComponent(campaign_id)}`, { signal }),
      ])
      return {
        webhook: webhook.status === 'fulfilled' ? webhook.value.data : undefined,
        campaign: campaign.status === 'fulfilled' ? campaign.value.data : undefined,
        isDeleted: webhook.status === 'rejected' && webhook.reason?.status === 404,
      }
    },
    [api, delivery?.webhook_id, delivery?.campaign_id, turn],
  )
  const canResend = about.data?.isDeleted !== true
  const resend = useAction(
    useCallback(async () => {
      const { data } = await control('POST', `${path}/resend`)
      next()
      const { error, status, duration_ms } = data.attempts.at(-1)
      if (error === null)
        return `It arrived: the receiver answered ${status} in ${Math.round(duration_ms)} ms.`
      notify(`It did not arrive. ${error}`, 'failed')
    }, [control, path, next, notify]),
  )

  return html`<div class="screen-header">
      <div>
        <p class="crumb"><a href=${linkTo('webhooks')}>Webhooks</a></p>
        <h1>${delivery?.type ?? 'Delivery'} ${delivery && html`<${DeliveryBadge} status=${delivery.status} />`}</h1>
      </div>
      ${
        delivery &&
        html`<button type="button" class=${delivery.status === 'delivered' ? '' : 'primary'} disabled=${resend.busy || !canResend} onClick=${() => resend.run()}>
          ${resend.busy ? 'Sending…' : 'Resend'}
        </button>`
      }
    </div>
    ${
      error !== undefined &&
      html`<${Failure} error=${error} retry=${reload} title="The delivery could not be opened" />
        ${!delivery && html`<p class="hint">The sandbox keeps the last 1,000 that are done with, and none of before a reset.</p>`}`
    }
    ${
      data === undefined
        ? error === undefined &&
          html`<div class="loading" role="status">Loading the delivery…</div>`
        : html`<${NextStep} delivery=${data.delivery} clock=${data.clock} canResend=${canResend} />
            <${Facts} delivery=${data.delivery} webhook=${about.data?.webhook} campaign=${about.data?.campaign} />
            <${Attempts} attempts=${data.delivery.attempts} />
            <section class="panel" aria-labelledby="event-title">
              <div class="panel-header">
                <h2 id="event-title">Event</h2>
                <${CopyButton} text=${data.delivery.body} label="Copy body" class="quiet" />
              </div>
              <${Body} message=${{ headers: {}, body: data.delivery.body, truncated: false }} label="Body of the event" />
            </section>`
    }`
}

/** @param {{ delivery: Delivery, webhook: any, campaign: any }} props Undefined is what was deleted, or is not there yet. */
function Facts({ delivery, webhook, campaign }) {
  const { id, event_id, webhook_id, campaign_id, created_at } = delivery
  /** @type {[name: string, value: unknown][]} */
  const facts = [
    [
      'Webhook',
      html`<a class="webhooks-url" href=${linkTo('webhooks', undefined, { webhook_id })}>${webhook ? shortUrl(webhook.url) : webhook_id}</a>
        ${webhook?.status === 'disabled' && html` <span class="problem">disabled</span>`}`,
    ],
    [
      'Campaign',
      html`<a href=${linkTo('overview', campaign_id)}><bdi>${campaign?.name ?? campaign_id}</bdi></a>`,
    ],
    ['Happened', html`<${Time} at=${created_at} />`],
    ['Event', html`<code>${event_id}</code>`],
    ['Delivery', html`<code>${id}</code>`],
  ]
  return html`<section class="panel" aria-label="About this delivery">
    <dl class="request-facts">
      ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
    </dl>
  </section>`
}
