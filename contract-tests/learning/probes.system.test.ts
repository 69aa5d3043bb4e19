import { describe, expect, it } from 'vitest'
import { runSuite } from '../run.ts'
import {
  by,
  changed,
  data,
  failedWith,
  showsCampaigns,
  succeeded,
  tally,
} from '../self-test/changes.ts'
import { type Planting, startServer } from '../self-test/server.ts'
import { learnFrom, plantedAs, settingsFor } from '../self-test/suite.ts'
import type { Fields, World } from '../self-test/world.ts'
import type { Findings } from './learn.ts'

const fromPlain = async (planting?: Planting) =>
  (await learnFrom(planting, { maxRequests: 300, maxTotal: 400 })).findings

/** The update that the actions have for a target. */
const said = ({ overlay }: Findings, target: string) =>
  overlay.actions.flatMap((action) =>
    action.target === target && 'update' in action ? [action.update] : [],
  )

/** Refuses inputs that are otherwise fine. */
const refusing = (isWrong: (input: Fields) => boolean, message: string) => (world: World) => {
  const { problems } = world
  world.problems = (body, isPartial, request) => {
    const found = problems(body, isPartial, request)
    return found.length === 0 && isWrong(body) ? [{ field: '', message }] : found
  }
}

/** Pages by offset, with the addresses of those around them, as the Django REST framework has them. */
const LINKED = {
  options: { seeded: 30, pageSize: 500 },
  plant: changed(by('listCampaigns'), succeeded, ({ body }, { query, headers, path }) => {
    const limit = Number(query.get('limit') ?? 20)
    const offset = Number(query.get('offset') ?? 0)
    const count = body.data.length
    const at = (start: number) =>
      `http://${headers.host}/api${path}?limit=${limit}&offset=${Math.max(0, start)}`
    body.data = {
      count,
      next: offset + limit < count ? at(offset + limit) : null,
      previous: offset > 0 ? at(offset - limit) : null,
      results: body.data.slice(offset, offset + limit),
    }
  }),
}

const INPUT = '$.components.schemas.CampaignInput'

describe('paging', () => {
  it('is learned with its bounds', async () => {
    const findings = await fromPlain({
      options: { seeded: 30, pageSize: 500 },
      plant: changed(by('listCampaigns'), succeeded, (reply, { query }) => {
        const given = (name: string, other: number) => {
          const value = Number(query.get(name))
          return value >= 1 ? value : other
        }
        const pageSize = Math.min(given('pageSize', 20), 50)
        const start = (given('pageNumber', 1) - 1) * pageSize
        const items = reply.body.data.slice(start, start + pageSize)
        reply.body.data = { items, pageSize, total: reply.body.data.length }
        if (items.length > 0) return
        reply.status = 404
        reply.body = { ...reply.body, success: false, error: { code: 'not_found', message: 'No' } }
        delete reply.body.data
      }),
    })

    const paging = { position: 'pageNumber', invalid: 'ignored', past_end: 'not_found', max: 50 }
    expect(said(findings, "$.paths['/campaigns'].get")).toContainEqual(
      expect.objectContaining({ 'x-paging': expect.objectContaining(paging) }),
    )
  })

  it('is learned of maxResults and nextToken', async () => {
    const findings = await fromPlain({
      options: { seeded: 2 },
      plant: changed(by('listCampaigns'), succeeded, ({ body }, { query }) => {
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
    const text = JSON.stringify((await fromPlain(LINKED)).overlay)

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
    const findings = await fromPlain((world) => {
      const { problems } = world
      world.problems = (body, isPartial, request) => {
        const others = problems(body, isPartial, request).filter(({ field }) => field !== 'type')
        const isFine = isPartial && body.type === undefined
        const message = 'type must be one of serp, chat or hybrid'
        return isFine || types.includes(body.type) ? others : [...others, { field: '', message }]
      }
    })

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
    expect(said(findings, "$['x-failures']['wrong_method']")).toContainEqual(
      expect.objectContaining({ headers: { Allow: '{methods}' } }),
    )
  })

  it('by field', async () => {
    const [failure] = said(await fromPlain({ style: 'nested' }), "$['x-failures']['invalid_input']")

    expect(failure).toMatchObject({ details: { 'x-issues': 'fields' } })
  })

  it('of ids that cannot be one', async () => {
    const findings = await fromPlain(
      plantedAs('ids of another form are refused with invalid_request'),
    )

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

  it('null stays null', async () => {
    const findings = await fromPlain(
      changed(showsCampaigns, ({ body }) => {
        for (const each of [body.data].flat()) each.created_at = null
      }),
    )

    expect(JSON.stringify(findings.overlay)).toMatch(/"created_at":\{"type":"null","const":null\}/)
  })
})

it('what could not be learned is in the overlay as well', async () => {
  const { overlay, notLearned } = await fromPlain(
    changed(failedWith('not_found'), ({ body }, _request, world) => {
      if (tally(world, 'odd') % 2) body.error.details = { odd: true }
    }),
  )

  expect(notLearned.map(({ what }) => what)).toContain('the details of 404 not_found')
  for (const { what, why } of notLearned) {
    expect(overlay['x-not-learned']).toContain(`${what}: ${why}`)
  }
})
