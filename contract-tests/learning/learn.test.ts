import { describe, expect, it } from 'vitest'
import { startServer, type Twist } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { by, changed, data, every, failed, failedWith, succeeded } from '../self-test/twists.ts'
import { isObject, type Json } from '../support/reading.ts'
import { runAndLearn } from '../support/run.ts'
import type { Findings } from './learn.ts'
import { changesOf } from './overlay.ts'

async function learnFrom(twist?: Twist) {
  const server = await startServer(twist)
  try {
    const { result, findings } = await runAndLearn({
      ...settingsFor(server),
      maxRequests: 110,
      maxTotal: 190,
    })
    return { result, findings: findings as Findings, left: server.campaigns(), server }
  } finally {
    await server.close()
  }
}

/** What all updates of a target say together. */
function updateOf({ overlay }: Findings, target: string): Json {
  const updates = overlay.actions.flatMap((action) =>
    action.target === target && 'update' in action && isObject(action.update)
      ? [action.update]
      : [],
  )
  return Object.assign({}, ...updates)
}

function schemaOf(findings: Findings, component: string): Json {
  return updateOf(findings, '$.components.schemas')[component] as Json
}

const createdAs = (status: (count: number) => number): Twist =>
  changed(by('createCampaign'), succeeded, (answer, { tally }) => {
    answer.status = status(tally('creates'))
  })

describe('learning', () => {
  it('needs samples that agree: what does not is told, not learned', async () => {
    const { findings } = await learnFrom(createdAs((count) => (count % 2 ? 200 : 201)))

    expect(findings.notLearned).toContainEqual({
      what: 'the status of a success of createCampaign',
      why: expect.stringMatching(/^samples disagree: 20\d \(\d\), 20\d \(\d\)$/),
    })
    expect(JSON.stringify(findings.overlay)).not.toContain("['/campaigns'].post.responses['201']")
  })

  it('needs two samples: what was seen once is told, not learned', async () => {
    const { findings, result } = await learnFrom({
      // Enough for a run, not for second samples.
      settings: { mainLimit: 1000, mainUsed: 1000 - 76 },
    })

    expect(findings.notLearned).toContainEqual({
      what: 'the form of what login answers',
      why: 'it was seen once; two agreeing samples are needed',
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
    expect(findings.notLearned).toContainEqual({
      what: 'verifyToken',
      why: 'it contradicts what the specification states; nothing of it is learned',
    })
    expect(JSON.stringify(findings.overlay)).not.toContain('plan')
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
      `§4 does not show the status of a success. Seen in all 4 samples, on ${result.startedAt.slice(0, 10)}: ` +
        'a success of createCampaign has the status 202.',
    )
    const { entries } = (findings.har as { log: { entries: Json[] } }).log
    const evidence = action?.['x-evidence'].entries.map((entry) => entries[entry])
    expect(evidence).toHaveLength(4)
    for (const entry of evidence ?? []) {
      expect(entry).toMatchObject({ _operation: 'createCampaign', response: { status: 202 } })
    }
  })

  it('gives new members their types, and examples where a value comes again', async () => {
    const { findings } = await learnFrom(
      changed(by('getDashboards'), succeeded, (answer, { number }) => {
        answer.body.data = {
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

  it('says which operations answer otherwise than the rest', async () => {
    const { findings } = await learnFrom(
      changed(failedWith('missing_api_key', 'invalid_api_key'), by('exportCsv'), ({ body }) => {
        body.error.code = 'INVALID_TOKEN'
      }),
    )

    expect(findings.overlay.actions).toContainEqual(
      expect.objectContaining({
        target: "$.paths['/export/csv'].get",
        update: { 'x-failures': { missing_credential: { status: 401, code: 'INVALID_TOKEN' } } },
      }),
    )
    expect(updateOf(findings, "$['x-failures']['missing_credential']")).toEqual({})
  })

  it('shows no key and no secret in overlay and evidence', async () => {
    const { findings, server } = await learnFrom(
      changed(by('getCurrentUser'), succeeded, (answer) => {
        Object.assign(answer.body.data, { api_token: 'not-for-anybody', note: 'same' })
        answer.headers['Set-Cookie'] = 'session=not-for-anybody'
      }),
    )

    const text = JSON.stringify(findings)
    for (const token of Object.values(server.tokens).slice(0, 4)) expect(text).not.toContain(token)
    expect(text).not.toContain('not-for-anybody')
    expect(JSON.stringify(findings.overlay)).toContain('note')
    expect(JSON.stringify(findings.overlay)).not.toContain('svc-check-test')
  })

  it.each([
    ['the conforming server', undefined],
    ['a fresh Starter key', { settings: { mainLimit: 100 } }],
    ['a server that fails each third time', changed(failed, every(3), () => {})],
  ] as [string, Twist | undefined][])(
    'keeps to its budget and leaves nothing behind: %s',
    async (_, twist) => {
      const { result, left } = await learnFrom(twist)

      expect(result.requests.main).toBeLessThanOrEqual(110)
      expect(result.requests.total).toBeLessThanOrEqual(190)
      expect(result.outcome).toBe('passed')
      expect(left.map(({ name }) => name).filter((name) => name.includes('svc-check'))).toEqual([])
    },
  )

  it('comes to the same when it learns again', async () => {
    const server = await startServer()
    try {
      const settings = { ...settingsFor(server), maxRequests: 110, maxTotal: 190 }
      const [one, other] = [await runAndLearn(settings), await runAndLearn(settings)]

      expect(one.findings?.overlay.actions.length).toBeGreaterThan(10)
      expect(changesOf(other.findings?.overlay.actions ?? [])).toBe(
        changesOf(one.findings?.overlay.actions ?? []),
      )
    } finally {
      await server.close()
    }
  })
})
