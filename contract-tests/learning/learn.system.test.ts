import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isObject, type Json } from '../http/reading.ts'
import {
  all,
  by,
  changed,
  data,
  every,
  failed,
  failedWith,
  handled,
  keyed,
  type Plant,
  succeeded,
  tally,
} from '../self-test/changes.ts'
import type { Planting } from '../self-test/server.ts'
import { learnFrom } from '../self-test/suite.ts'
import type { Key, Reply } from '../self-test/world.ts'
import type { Findings } from './learn.ts'
import { changesOf, overlayText } from './overlay.ts'

/** All updates of a target, merged. */
function updateOf({ overlay }: Findings, target: string): Json {
  const updates = overlay.actions.flatMap((action) =>
    action.target === target && 'update' in action && isObject(action.update)
      ? [action.update]
      : [],
  )
  return Object.assign({}, ...updates)
}

/** The schema of `data` that an overlay gives to the GET of a path. */
function dataOf({ actions }: { actions: Json[] }, path: string): Json {
  const update = actions.find(
    (action) =>
      action.update !== undefined &&
      String(action.target).startsWith(`$.paths['${path}'].get.responses`),
  )?.update as { schema: { allOf: [Json, { properties: { data: Json } }] } }
  return update.schema.allOf[1].properties.data
}

function schemaOf(findings: Findings, component: string): Json {
  return updateOf(findings, '$.components.schemas')[component] as Json
}

const createdAs = (status: (count: number) => number): Plant =>
  changed(by('createCampaign'), succeeded, (reply, _request, world) => {
    reply.status = status(tally(world, 'creates'))
  })

describe('learning', () => {
  it('knows an reply that is always an empty list', async () => {
    const { findings } = await learnFrom(
      changed(
        by('deleteCampaign'),
        succeeded,
        data(() => []),
      ),
    )

    expect(findings.sentences).toContain('data of deleteCampaign is an empty list')
    expect(JSON.stringify(findings.overlay)).toContain('{"type":"array","const":[]}')
  })

  it('lists the columns of a CSV file, which the sandbox cannot have', async () => {
    const file = (reply: Reply) => {
      reply.text = 'kw,pos,when\r\nshoes,1,2026-01-01\r\n'
      reply.headers['Content-Type'] = 'text/csv; charset=utf-8'
    }
    const { findings } = await learnFrom(changed(by('exportCsv'), succeeded, file))

    expect(findings.notLearned).toContainEqual(
      expect.objectContaining({
        what: 'the columns of the CSV file of exportCsv',
        why: 'they are kw, pos, when, and the sandbox has its own',
      }),
    )
  })

  it('lists a media type without its parameters', async () => {
    const { findings } = await learnFrom(
      changed(succeeded, (reply) => {
        reply.headers['Content-Type'] = 'application/vnd.api+json; charset=utf-8'
      }),
    )

    const why = 'it is application/vnd.api+json, and the sandbox has application/json'
    expect(findings.notLearned).toContainEqual(expect.objectContaining({ why }))
  })

  it('needs samples that agree, and reports those that do not', async () => {
    const { findings } = await learnFrom(createdAs((count) => (count % 2 ? 200 : 201)))

    expect(findings.notLearned).toContainEqual({
      what: 'the success status of createCampaign',
      why: expect.stringMatching(/^the samples differ: 20\d \(\d\), 20\d \(\d\)$/),
    })
    expect(JSON.stringify(findings.overlay)).not.toContain("['/campaigns'].post.responses['201']")
  })

  it('needs two samples, and reports what was seen once', async () => {
    const { findings, result } = await learnFrom(
      // Enough for a run, not for second samples.
      keyed('main', { used: 1000 - 76 }),
    )

    expect(findings.notLearned).toContainEqual({
      what: 'the structure of the response of login',
      why: 'only one sample; two matching samples are required',
    })
    expect(schemaOf(findings, 'Login')).toBeUndefined()
    expect(result.outcome).toBe('passed')
  })

  it('learns nothing of an operation that contradicts what is stated', async () => {
    const { result, findings } = await learnFrom(
      changed(
        by('verifyToken'),
        succeeded,
        data(({ account_id: _, ...rest }) => ({ ...rest, plan: 'Professional' })),
      ),
    )

    expect(result.outcome).toBe('failed')
    expect(findings.notLearned).toContainEqual(
      expect.objectContaining({
        what: 'verifyToken',
        why: 'it contradicts the specification, so nothing was learned from it',
      }),
    )
    expect(JSON.stringify(findings.overlay.actions)).not.toContain('plan')
  })

  it('learns nothing of paging and updates either, where an operation contradicts what is stated', async () => {
    const { findings } = await learnFrom(
      all(
        handled('updateCampaign', (request, next, world) => {
          const found = world.find(request.key as Key, request.id as string, request)
          if (!found) return next()
          // It replaces, and says that it did not work.
          found.fields = { name: JSON.parse(request.text).name }
          return { status: 200, headers: {}, body: { success: 'yes', data: {} } }
        }),
        changed(by('getRankings'), succeeded, ({ body }) => {
          body.success = 1
        }),
      ),
    )

    const targets = findings.overlay.actions.map(({ target }) => target)
    const about = targets.filter((target) =>
      /serp\/rankings|campaigns\/\{id\}'\]\.put/.test(target),
    )
    expect(about).toEqual([])
    expect(findings.notLearned.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['getRankings', 'updateCampaign']),
    )
  })

  it('never learns a code that §7 does not have', async () => {
    const { result, findings } = await learnFrom(
      changed(failedWith('invalid_request'), ({ body }) => {
        body.error.code = 'bad_request'
      }),
    )

    expect(result.outcome).toBe('failed')
    expect(JSON.stringify(findings.overlay)).not.toContain('bad_request')
  })

  it('says what is open, what was seen, how often and when, and names the entries that show it', async () => {
    const { result, findings } = await learnFrom(createdAs(() => 202))

    const action = findings.overlay.actions.find(({ target }) =>
      target.endsWith("post.responses['201']"),
    )
    expect(action?.description).toBe(
      `§4 does not define the status of a success. Seen in all 5 samples, on ${result.startedAt.slice(0, 10)}: ` +
        'createCampaign returns 202 on success.',
    )
    const { entries } = findings.har.log
    const evidence = action?.['x-evidence'].entries.map((entry) => entries[entry])
    expect(evidence).toHaveLength(5)
    for (const entry of evidence ?? []) {
      expect(entry).toMatchObject({ _operation: 'createCampaign', response: { status: 202 } })
    }
  })

  it('gives new members their types, and examples where a value comes again', async () => {
    const { findings } = await learnFrom(
      changed(by('getDashboards'), succeeded, (reply, { number }) => {
        reply.body.data = {
          campaigns: [],
          plan: 'Professional',
          seats: 7,
          requests: number,
          contact: 'ada@example.com',
          trace: `trace ${number}`,
          partner_id: 'prt_1',
          owner: { id: 3, last_seen: null },
          tags: ['a', 'b', 'a', 'b'],
        }
      }),
    )

    const { properties } = schemaOf(findings, 'Dashboard') as { properties: Json }
    expect(properties).toMatchObject({
      plan: { type: 'string', examples: ['Professional'] },
      seats: { type: 'integer', examples: [7] },
      requests: { type: 'integer' },
      contact: { type: 'string', format: 'email' },
      trace: { type: 'string' },
      owner: {
        type: 'object',
        required: ['id', 'last_seen'],
        properties: { id: { type: 'integer' }, last_seen: { type: 'null' } },
      },
      tags: { type: 'array', items: { type: 'string', examples: ['a', 'b'] } },
      totals: false,
    })
    for (const name of ['requests', 'contact', 'trace', 'partner_id']) {
      expect(properties[name]).not.toHaveProperty('examples')
    }
  })

  it('takes members of any name, and objects by id as such', async () => {
    const odd = { constructor: 'C', 'c.d': 1, '<<': 'm', $ref: 'r', yes: 'no' }
    const { findings } = await learnFrom(
      changed(
        by('listCampaigns'),
        succeeded,
        data((rows) => ({ 'a.b': { 'x[0]': rows }, ...odd, by_id: { cmp_1234: 1, cmp_5678: 2 } })),
      ),
    )

    // As it is read back from its file.
    const document = parse(overlayText(findings.overlay, 'x.har')) as { actions: Json[] }
    const list = dataOf(document, '/campaigns') as { properties: Json; required: string[] }
    expect(list.properties['a.b']).toMatchObject({
      properties: { 'x[0]': { 'x-from': '/data', type: 'array' } },
    })
    for (const name of ['constructor', '<<', '$ref', 'yes']) {
      expect(Object.keys(list.properties)).toContain(name)
      expect(list.required).toContain(name)
    }
    expect(list.properties.by_id).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer' },
    })
    expect(findings.sentences).toContainEqual(
      expect.stringContaining('data of listCampaigns contains its list in a.b.x[0]'),
    )
  })

  it('reports a member of changing kinds, and does not learn it', async () => {
    const { findings } = await learnFrom(
      changed(by('getDashboards'), succeeded, (reply, _request, world) => {
        reply.body.data.mixed = tally(world, 'mixed') % 2 ? 1 : 'one'
      }),
    )

    const { properties } = schemaOf(findings, 'Dashboard') as { properties: Json }
    expect(properties.mixed).toEqual({})
    expect(findings.notLearned).toContainEqual({
      what: 'the type of mixed',
      why: 'the samples differ: integer, string',
    })
  })

  it('says which operations reply otherwise than the rest', async () => {
    const { findings } = await learnFrom(
      changed(failedWith('missing_api_key', 'invalid_api_key'), by('exportCsv'), ({ body }) => {
        body.error.code = 'INVALID_TOKEN'
      }),
    )

    expect(findings.overlay.actions).toContainEqual(
      expect.objectContaining({
        target: "$.paths['/export/csv'].get",
        update: {
          'x-failures': {
            missing_credential: expect.objectContaining({ status: 401, code: 'INVALID_TOKEN' }),
          },
        },
      }),
    )
    expect(updateOf(findings, "$['x-failures']['missing_credential']")).toMatchObject({
      code: 'missing_api_key',
    })
  })

  it('shows no key and no secret in overlay and evidence', async () => {
    const { findings, tokens } = await learnFrom(
      changed(by('getCurrentUser'), succeeded, (reply) => {
        Object.assign(reply.body.data, {
          api_token: 'not-for-anybody',
          password: { value: 'not-for-anybody' },
          secrets: ['not-for-anybody'],
          'private-key': 'not-for-anybody',
          hook: 'whsec_not-for-anybody',
          bearer: 'Bearer not-for-anybody',
          avatar: 'https://example.com/a?size=4&X-Amz-Signature=not-for-anybody',
          note: 'same',
        })
        reply.headers['Set-Cookie'] = 'session=not-for-anybody'
        reply.headers['X-Auth-Token'] = 'not-for-anybody'
        reply.headers.Location = '/a?token=not-for-anybody'
      }),
    )

    const text = JSON.stringify(findings)
    for (const token of Object.values(tokens).slice(0, 4)) expect(text).not.toContain(token)
    expect(text).not.toContain('not-for-anybody')
    expect(JSON.stringify(findings.overlay)).toContain('note')
    expect(JSON.stringify(findings.overlay)).not.toContain('svc-check-test')
  })

  const repeatingGateway = changed(by('getDashboards'), succeeded, (reply, { headers }) => {
    const gateway = `through ${headers['x-gateway']}`
    reply.body.data = { campaigns: [], gateway }
  })

  it('masks the value of a --header that the server repeats, in overlay and evidence', async () => {
    const { findings } = await learnFrom(repeatingGateway, { headers: { 'x-gateway': 'hunter22' } })

    const shown = 'through <x-gateway of --header>'
    const { properties } = schemaOf(findings, 'Dashboard') as { properties: Json }
    expect(properties).toMatchObject({ gateway: { examples: [shown] } })
    expect(JSON.stringify(findings.har)).toContain(shown)
    expect(JSON.stringify(findings)).not.toContain('hunter22')
  })

  it('masks a --header with quotes, which JSON escapes', async () => {
    const headers = { 'x-gateway': 'for "hunter22"' }

    const { findings } = await learnFrom(repeatingGateway, { headers })

    expect(JSON.stringify(findings.har)).toContain('through <x-gateway of --header>')
    expect(JSON.stringify(findings)).not.toContain('hunter22')
  })

  it.each([
    ['the conforming server', undefined],
    ['a fresh Starter key', { options: { mainLimit: 100 } }],
    ['a fresh Starter key without campaigns', { options: { mainLimit: 100, seeded: 0 } }],
    ['a server that fails each third time', changed(failed, every(3), () => {})],
  ] as [string, Planting | undefined][])(
    'keeps to its budget and leaves nothing behind: %s',
    async (_, planting) => {
      const { result, left } = await learnFrom(planting)

      expect(result.requests.main).toBeLessThanOrEqual(110)
      expect(result.requests.total).toBeLessThanOrEqual(190)
      expect(result.outcome).toBe('passed')
      expect(left.map(({ name }) => name).filter((name) => name.includes('svc-check'))).toEqual([])
    },
  )

  it('comes to the same when it learns again', async () => {
    const [one, other] = [await learnFrom(), await learnFrom()]

    expect(one.findings.overlay.actions.length).toBeGreaterThan(10)
    expect(changesOf(other.findings.overlay.actions)).toBe(changesOf(one.findings.overlay.actions))
  })
})
