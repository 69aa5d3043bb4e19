import { describe, expect, it } from 'vitest'
import { runSuite } from '../run.ts'
import { by, changed, data, failedWith, succeeded } from '../self-test/mutations.ts'
import { type Mutation, startServer } from '../self-test/server.ts'
import { startStranger } from '../self-test/strangers/start.ts'
import type { StyleName } from '../self-test/strangers/world.ts'
import { settingsFor } from '../self-test/suite.ts'
import { Failure } from '../self-test/types.ts'
import type { Findings } from './learn.ts'

const ROOM = { learn: true, maxRequests: 300, maxTotal: 400 }

async function learned(server: Parameters<typeof settingsFor>[0] & { close(): Promise<void> }) {
  try {
    const { findings } = await runSuite({ ...settingsFor(server), ...ROOM })
    return findings as Findings
  } finally {
    await server.close()
  }
}

const fromPlain = async (mutation?: Mutation) => learned(await startServer(mutation))
const fromStranger = async (style: StyleName, seeded = 30) =>
  learned(await startStranger(style, { options: { seeded } }))

/** The update that the actions have for a target. */
const said = ({ overlay }: Findings, target: string) =>
  overlay.actions.flatMap((action) =>
    action.target === target && 'update' in action ? [action.update] : [],
  )

const refusing = (refuses: (input: Record<string, unknown>) => boolean, why: string): Mutation => ({
  validate: ({ operation, input }, next) => {
    next()
    const writes = operation === 'createCampaign' || operation === 'updateCampaign'
    if (writes && refuses(input)) throw new Failure('invalid_request', why)
  },
})

const INPUT = '$.components.schemas.CampaignInput'

describe('paging', () => {
  it.each<[StyleName, object]>([
    ['aspnet', { style: 'page', size: 'pageSize', position: 'pageNumber' }],
    ['gateway', { style: 'page', size: 'size', position: 'page', first: 0 }],
    ['django', { style: 'offset', size: 'limit', position: 'offset' }],
  ])('is learned of %s', async (style, paging) => {
    const findings = await fromStranger(style)

    expect(said(findings, "$.paths['/campaigns'].get")).toContainEqual(
      expect.objectContaining({ 'x-paging': expect.objectContaining(paging) }),
    )
  })

  it('is learned of maxResults and nextToken', async () => {
    const findings = await fromPlain({
      settings: { seeded: 2 },
      ...changed(by('listCampaigns'), succeeded, ({ body }, { query }) => {
        const at = Number(Buffer.from(query.get('nextToken') ?? 'MA', 'base64url').toString())
        const size = Number(query.get('maxResults') ?? 5)
        const token = Buffer.from(String(at + size)).toString('base64url')
        const more = at + size < body.data.length && { nextToken: token }
        body.data = { items: body.data.slice(at, at + size), ...more }
      }),
    })

    const paging = { style: 'cursor', size: 'maxResults', position: 'nextToken' }
    expect(said(findings, "$.paths['/campaigns'].get")).toContainEqual(
      expect.objectContaining({ 'x-paging': expect.objectContaining(paging) }),
    )
  })

  it('takes next and previous from the page, and count from the list', async () => {
    const text = JSON.stringify((await fromStranger('django')).overlay)

    expect(text).toMatch(/"count":\{"x-from":"\/page\/total"/)
    expect(text).toMatch(/"next":\{"x-from":"\/page\/next_url"/)
    expect(text).toMatch(/"previous":\{"x-from":"\/page\/previous_url"/)
  })

  it('is not learned of a list that fits on one page, and says so', async () => {
    const { notLearned } = await fromPlain()
    const { notLearned: ofNext } = await fromPlain(
      changed(
        by('listCampaigns'),
        succeeded,
        data((rows) => ({ items: rows, next: null })),
      ),
    )

    const onePage = expect.stringMatching(/^the list fits on one page \(\d+ rows\)/)
    const what = expect.stringMatching(/listCampaigns/)
    expect(notLearned).toContainEqual(expect.objectContaining({ what, why: onePage }))
    expect(ofNext).toContainEqual(expect.objectContaining({ what, why: onePage }))
  })
})

describe('inputs', () => {
  it('that rankings and mentions do not need', async () => {
    const findings = await fromPlain()

    for (const [path, name] of [
      ['/serp/rankings', 'campaign_id'],
      ['/chat/mentions', 'brand'],
    ]) {
      const parameter = expect.objectContaining({ name, required: false })
      expect(said(findings, `$.paths['${path}'].get`)).toContainEqual({ parameters: [parameter] })
    }
  })

  it('of any content type', async () => {
    expect(said(await fromPlain(), '$')).toContainEqual({ 'x-body-types': 'any' })
  })

  it('that are unknown, refused', async () => {
    const names = ['name', 'type', 'keywords', 'frequency', 'settings']
    const findings = await fromPlain(
      refusing((input) => Object.keys(input).some((each) => !names.includes(each)), 'Unknown'),
    )

    expect(said(findings, INPUT)).toContainEqual({ additionalProperties: false })
  })

  it('of few values, as a refusal lists them', async () => {
    const types = ['serp', 'chat', 'hybrid']
    const findings = await fromPlain(
      refusing(
        ({ type }) => type !== undefined && !types.includes(String(type)),
        'type must be one of serp, chat or hybrid',
      ),
    )

    expect(said(findings, `${INPUT}.properties['type']`)).toContainEqual({ enum: types.sort() })
  })

  it.each([
    ['named by the refusal', 137, 'name has at most 137 characters'],
    ['found between usual limits', 120, 'name is too long'],
  ])('of a greatest length, %s', async (_, most, why) => {
    const findings = await fromPlain(refusing(({ name }) => String(name ?? '').length > most, why))

    expect(said(findings, `${INPUT}.properties.name`)).toContainEqual({ maxLength: most })
  })
})

describe('refusals', () => {
  it('with their details and headers', async () => {
    const findings = await fromPlain()

    expect(said(findings, "$['x-failures']['missing_credential']")).toContainEqual(
      expect.objectContaining({ headers: { 'WWW-Authenticate': false } }),
    )
    expect(said(findings, "$['x-failures']['invalid_input']")).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ required: ['reason'] }) }),
    )
  })

  it('by field', async () => {
    const [failure] = said(await fromStranger('aspnet'), "$['x-failures']['invalid_input']")

    expect(failure).toMatchObject({ details: { 'x-issues': 'fields' } })
  })

  it('of ids that cannot be one', async () => {
    const findings = await fromPlain({
      validate: ({ id }, next) => {
        if (id && !/^cmp_[0-9a-f]{8}$/.test(id)) throw new Failure('invalid_request', 'No id')
        next()
      },
    })

    expect(said(findings, "$['x-failures']")).toContainEqual({
      malformed_id: expect.objectContaining({ status: 400, code: 'invalid_request' }),
    })
  })

  it('of a key, before those of a path', async () => {
    expect(said(await fromPlain(), '$')).toContainEqual({ 'x-first-check': 'credential' })
  })
})

describe('updates and values', () => {
  it('are taken back when the budget ends among them, so that nothing seems to have changed', async () => {
    const accused: string[] = []
    for (let maxRequests = 108; maxRequests <= 122; maxRequests += 1) {
      const server = await startServer()
      const settings = settingsFor(server, { learn: true, maxRequests, maxTotal: 250 })
      const { result } = await runSuite(settings)
      await server.close()
      const failures = result.checks.flatMap((check) => check.failures)
      accused.push(...failures.map(({ fact, actual }) => `${maxRequests}: ${fact}, ${actual}`))
    }

    expect(accused).toEqual([])
  })

  it('a PUT that removes settings which it does not contain', async () => {
    const update = said(await fromStranger('aspnet'), "$.paths['/campaigns/{id}'].put")

    expect(update).toContainEqual(expect.objectContaining({ 'x-update': 'replace' }))
  })

  it('null stays null', async () => {
    const findings = await fromPlain(
      changed(by('listCampaigns', 'getCampaign', 'createCampaign', 'updateCampaign'), (answer) => {
        for (const each of [answer.body.data ?? []].flat()) each.created_at = null
      }),
    )

    expect(JSON.stringify(findings.overlay)).toMatch(/"created_at":\{"type":"null","const":null\}/)
  })
})

it('what could not be learned is in the overlay as well', async () => {
  const { overlay, notLearned } = await fromPlain(
    changed(failedWith('not_found'), ({ body }, { tally }) => {
      if (tally('odd') % 2) body.error.details = { odd: true }
    }),
  )

  expect(notLearned.length).toBeGreaterThan(0)
  for (const { what, why } of notLearned) {
    expect(overlay['x-not-learned']).toContain(`${what}: ${why}`)
  }
})
