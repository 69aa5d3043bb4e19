import { differences, isShownWhole, rowOf } from '../evidence/campaigns.ts'
import type { CampaignBody, OwnCampaign } from '../evidence/evidence.ts'
import type { OnCampaign, Setting } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  bodyOf,
  campaignOf,
  campaignsOf,
  errorCode,
  idIn,
  type Json,
  refused,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { neededQuery } from '../paging/dialects.ts'
import { nextQuery } from '../paging/hints.ts'
import { changed, changedAgain, hardest, moderate, plain, SELDOM, SETTINGS } from './bodies.ts'
import { lists, searchDeleted, searchPages } from './further-pages.ts'
import { comparesAssumptions } from './refusals.ts'
import { isMarked, isSkipped, type Runner } from './runner.ts'

/** Lists campaigns; some servers ask for a page. */
export async function listBefore(runner: Runner): Promise<void> {
  const { evidence } = runner
  const list =
    evidence.find('list:before') ?? (await runner.askMain('list:before', 'listCampaigns'))
  if (errorCode(list) !== 'invalid_request') return
  let most = -1
  // Pages begin with 1 or with 0, or as a refusal says. Of two that look alike, 0 is safer: many servers take it for the first.
  const numbers = [1, 0]
  for (const number of numbers) {
    const query = neededQuery(number)
    const page = await runner.askMain('pages:needed', 'listCampaigns', { query })
    const rows = rowsOf(page)?.length ?? 0
    const least = numberIn(page)
    if (least !== undefined && numbers.length === 2 && !numbers.includes(least)) numbers.push(least)
    if (!succeeded(page) || rows < most) continue
    most = rows
    runner.listQuery = query
    evidence.record('list:before', page)
    if (rows > 0) return
  }
}

/** The number in the message of a refusal, as in "The page must be at least 2". */
function numberIn(page: Exchange): number | undefined {
  const { message } = (bodyOf(page)?.error ?? {}) as Json
  const number = refused(page) ? /\b\d{1,3}\b/.exec(String(message))?.[0] : undefined
  return number === undefined ? undefined : Number(number)
}

/** Creates two campaigns at once, reads the first and lists again. */
export async function createAndRead(runner: Runner): Promise<void> {
  const { evidence } = runner
  // Two at the same moment get two ids (§2) only if the server takes turns.
  const both = await Promise.allSettled([
    create(runner, 'first', hardest(runner, SELDOM)),
    create(runner, 'second', plain(runner)),
  ])
  const [first, second] = both.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
  if (!evidence.find('create:first')) return
  evidence.own.first = first ?? (await createPlainer(runner))
  evidence.own.second = second ?? (await createAnother(runner))
  if (!evidence.own.first && evidence.own.second) await useTheOnlyOne(runner)
  await lookUpMissingIds(runner)
  await readCreated(runner)
}

async function readCreated(runner: Runner): Promise<void> {
  const { first, second } = runner.evidence.own
  if (first) await runner.askMain('get:first', 'getCampaign', { id: first.id }, succeeded)
  const own = [first, second].filter((campaign) => campaign !== undefined)
  await runner.readUntil(
    () => readPages(runner, own),
    (pages) => pages.some(refused) || own.every((each) => pages.some((page) => lists(page, each))),
  )
}

/** The list of campaigns, with the pages on which those of the run may be. */
async function readPages(runner: Runner, own: OwnCampaign[]): Promise<Exchange[]> {
  const { evidence } = runner
  evidence.forgetPages()
  const list = await runner.askMain('list:created', 'listCampaigns')
  const isOnFirst = own.every((each) => lists(list, each))
  if (succeeded(list) && !(isOnFirst && nextQuery(list) === undefined)) {
    await searchPages(runner, list, own)
  }
  return [list, ...evidence.pages]
}

type Creation = 'first' | 'second' | 'plainer' | 'second alone' | 'like first' | 'without settings'

async function create(
  runner: Runner,
  which: Creation | 'plain again' | `with ${Setting | 'empty settings'}`,
  body: CampaignBody,
): Promise<OwnCampaign | undefined> {
  const exchange = await runner.askMain(`create:${which}`, 'createCampaign', { body })
  if (isSkipped(exchange)) return undefined
  if (!succeeded(exchange)) {
    runner.evidence.skip(`create:${which}`, 'no campaign could be created')
    return undefined
  }
  return { id: idIn(campaignOf(exchange)) ?? '', body }
}

/** The refusal may be about a setting, or about long texts: tries usual ones, shorter ones, then each setting alone. */
async function createPlainer(runner: Runner): Promise<OwnCampaign | undefined> {
  const refusal = runner.evidence.find('create:first')
  const text = refusal ? errorText(refusal) : ''
  const isOfSettings = /setting|location|device|engine/i.test(text)
  const isOfTexts = !isOfSettings && /name|keyword|long|length|character|\d{2,3}/i.test(text)
  const bodies = [
    ['first', isOfSettings && hardest(runner, SETTINGS)],
    ['plainer', isOfTexts && moderate(runner, SELDOM)],
    ['plainer', moderate(runner, SETTINGS)],
  ] as const
  for (const [which, body] of bodies) {
    const made = body && (await create(runner, which, body))
    if (made) return made
  }
  for (const [name, value] of Object.entries(SETTINGS) as [Setting, string][]) {
    const body = runner.body('first', { settings: { [name]: value } })
    const made = await create(runner, `with ${name}`, body)
    if (made) return made
  }
  return create(runner, 'with empty settings', runner.body('first', { settings: {} }))
}

function errorText(refusal: Exchange): string {
  const { error } = (refusal.response?.json ?? {}) as { error?: unknown }
  return JSON.stringify(error ?? '')
}

/** The refusal may be about the plan, or about two requests at once: tries alone, then a body that was accepted. */
async function createAnother(runner: Runner): Promise<OwnCampaign | undefined> {
  const { first } = runner.evidence.own
  if (!first) return undefined
  const alone = await create(runner, 'second alone', plain(runner))
  if (alone) return alone
  const name = `${runner.settings.runId} second`
  const like = await create(runner, 'like first', { ...first.body, name })
  if (!like) {
    runner.evidence.skip('create:second', 'the server refuses a second campaign')
    return undefined
  }
  const { settings, ...rest } = first.body
  await create(runner, 'without settings', { ...rest, name: `${name} too` })
  return like
}

/** Only the plain campaign was accepted. If it is refused now, too, the plan has no room for another. */
async function useTheOnlyOne(runner: Runner): Promise<void> {
  const { evidence } = runner
  const again = await create(runner, 'plain again', runner.body('first'))
  if (again) {
    evidence.own.first = again
    return
  }
  const { second } = evidence.own
  if (second) evidence.own.first = second
  delete evidence.own.second
  for (const step of ['create:first', 'create:second'] as const) {
    evidence.skip(step, 'the server refuses a second campaign')
  }
}

/** The answer to a create is not shown: it may lack the id, which the list then shows. */
async function lookUpMissingIds(runner: Runner): Promise<void> {
  const { own } = runner.evidence
  const unknown = [own.first, own.second].filter((campaign) => campaign?.id === '')
  if (unknown.length === 0) return
  const list = await runner.askMain('list:ids', 'listCampaigns', {}, (each) =>
    (['first', 'second'] as const).every((which) => {
      const campaign = own[which]
      return campaign?.id !== '' || ownRow(runner, each, which, campaign) !== undefined
    }),
  )
  for (const which of ['first', 'second'] as const) {
    const campaign = own[which]
    if (campaign?.id !== '') continue
    const id = idIn(ownRow(runner, list, which, campaign))
    if (id === undefined) {
      delete own[which]
      runner.evidence.skip(
        `create:${which}`,
        'neither the response to the create nor the list contains the id of the new campaign',
      )
      continue
    }
    campaign.id = id
    runner.remember(campaign.id, campaign.body.name)
  }
}

/** The row of a new campaign: by its name, or by its mark if the server changed the name. */
function ownRow({ settings }: Runner, list: Exchange, which: string, { body }: OwnCampaign) {
  const rows = campaignsOf(list) ?? []
  const isLike = ({ name }: { name?: unknown }) =>
    String(name).toLowerCase().includes(`${settings.runId} ${which}`.toLowerCase())
  const byName = rows.find(({ name }) => name === body.name)
  return byName ?? rows.find((row) => isMarked(row, settings.runId) && isLike(row))
}

/** Changes the first campaign twice, then the name of the second, and reads both after each change. */
export async function update(runner: Runner): Promise<void> {
  const { first, second } = runner.mine
  if (!first || !second) return
  const sent = await changeFirst(runner, first)
  if (!runner.evidence.find('update')) {
    for (const step of AFTER_UPDATE) runner.evidence.skip(step, runner.evidence.reasonFor('update'))
    return
  }
  const isNew = (exchange: Exchange) => refused(exchange) || shows(exchange, sent)
  const { id } = first
  const update = runner.evidence.find('update')
  const isAccepted = update !== undefined && succeeded(update)
  const list = await runner.askMain('list:updated', 'listCampaigns', {}, (exchange) => {
    const row = rowOf(exchange, id)
    return !isAccepted || row === undefined || differences(row, sent).length === 0
  })
  // A list that shows all of a campaign shows whether another one changed.
  if (!('keywords' in (rowOf(list, second.id) ?? {}))) {
    await runner.askExtra('get:untouched', 'getCampaign', { id: second.id }, succeeded)
  }

  // A string may have any letters (§2), and an update of the name alone shows what a PUT replaces.
  const name = `${runner.settings.runId} second · größer, 更大`
  const body = { name }
  const partly = await runner.askMain('update:partly', 'updateCampaign', { id: second.id, body })
  const renamed = refused(partly) ? await rename(runner, second, name) : undefined
  const step = renamed ? 'get:renamed' : 'get:partly updated'
  await runner.askMain(step, 'getCampaign', { id: second.id }, (exchange) =>
    succeeded(renamed ?? partly) ? refused(exchange) || shows(exchange, body) : true,
  )
  // After both updates: it shows whether the second one changed this campaign, too.
  await runner.askMain('get:updated', 'getCampaign', { id }, (exchange) =>
    isAccepted ? isNew(exchange) : true,
  )
  // A late update stays, once it shows.
  const isLate = runner.client.exchanges.at(-2)?.transient === 'stale'
  if (isLate) await runner.askExtra('get:updated still', 'getCampaign', { id })
  if (isAccepted) await changeFirstAgain(runner, first, sent)
}

/** A server may take whole campaigns only. */
function rename(runner: Runner, { id, body }: OwnCampaign, name: string) {
  return runner.askExtra('update:renamed', 'updateCampaign', { id, body: { ...body, name } })
}

/** Another frequency or setting may be refused: §2 does not show which ones there are. */
async function changeFirst(runner: Runner, { id, body }: OwnCampaign): Promise<CampaignBody> {
  const whole = changed(runner, body)
  const update = await runner.askMain('update', 'updateCampaign', { id, body: whole })
  if (!refused(update)) return whole
  const sameChoices = {
    ...whole,
    frequency: body.frequency,
    ...(body.settings && { settings: body.settings }),
  }
  await runner.askMain('update', 'updateCampaign', { id, body: sameChoices })
  return sameChoices
}

async function changeFirstAgain(runner: Runner, { id, body }: OwnCampaign, sent: CampaignBody) {
  const again = changedAgain(runner, sent, body)
  const update = await runner.askMain('update:again', 'updateCampaign', { id, body: again })
  await runner.askMain('get:updated again', 'getCampaign', { id }, (exchange) =>
    succeeded(update) ? refused(exchange) || shows(exchange, again) : true,
  )
}

function shows(exchange: Exchange, sent: Partial<CampaignBody>): boolean {
  const shown = campaignOf(exchange)
  return shown !== undefined && differences(shown, sent).length === 0
}

/** The facts that an update and a deletion would show. */
const AFTER_UPDATE = [
  ...(['get:updated', 'get:updated again', 'get:untouched', 'list:updated'] as const),
  ...(['update:partly', 'update:again', 'get:partly updated'] as const),
]
const AFTER_DELETE = [
  ...(['deleted', 'list:deleted', 'get:kept', 'delete:second', 'create:after delete'] as const),
]

/** Deletes the first campaign, uses its id in every operation, lists campaigns, and creates another. */
export async function remove(runner: Runner): Promise<void> {
  const { first, second } = runner.mine
  if (!first) return
  const { id } = first
  const deletion = await runner.askMain('delete', 'deleteCampaign', { id })
  if (isSkipped(deletion)) {
    for (const step of AFTER_DELETE) runner.evidence.skip(step, deletion.broken.message)
    return
  }
  const isGone = (exchange: Exchange) => !succeeded(deletion) || refused(exchange)
  const ask = (operation: OnCampaign, body?: unknown) =>
    runner.askMain(
      `deleted:${operation}`,
      operation,
      { id, ...(body !== undefined && { body }) },
      isGone,
    )
  await ask('getCampaign')
  await ask('updateCampaign', runner.body('resurrected'))
  await ask('getCampaignAnalytics')
  await ask('deleteCampaign')
  const list = await runner.askMain('list:deleted', 'listCampaigns', {}, (list) => {
    return !succeeded(deletion) || rowOf(list, id) === undefined
  })
  if (succeeded(deletion)) await searchDeleted(runner, list, id)
  if (!second) return
  if (!isShownWhole(runner.evidence.find('list:deleted'), second)) {
    await runner.askExtra('get:kept', 'getCampaign', { id: second.id }, succeeded)
  }
  const body = runner.body('another')
  await runner.askMain('create:after delete', 'createCampaign', { body })
  if (!succeeded(await runner.askMain('delete:second', 'deleteCampaign', { id: second.id }))) return
  // Cleaning up lists the campaigns, which shows whether it is gone.
  if (rowOf(list, second.id) && !comparesAssumptions(runner)) return
  await runner.askMain('deleted:second', 'getCampaign', { id: second.id }, refused)
}
