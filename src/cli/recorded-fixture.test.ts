import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordedFixture } from '../../contract-tests/traffic/fixture.ts'
import { PLACEHOLDER_PASSWORD, recordedFixture } from '../../contract-tests/traffic/fixture.ts'
import type { Observed } from '../../contract-tests/traffic/observed.ts'
import { Sightings } from '../../contract-tests/traffic/sightings.ts'
import { DOCUMENT } from '../../test/support/document.ts'
import { START, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'
import { acceptable, requireReplaceable, writeRecordedFixture } from './recorded-fixture.ts'

const DEMO = 'svc_test_demo'
const RESTRICTED = 'svc_restricted_readonly'
const STARTER = 'svc_test_starter'

/** Requests of an app, each seen as a proxy sees it. */
function traffic(baseUrl: string) {
  const seen = new Sightings()
  let count = 0
  const call = async (method: string, path: string, body?: object, key = DEMO) => {
    const requestBody = body && JSON.stringify(body)
    const requestHeaders = {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(baseUrl + path, {
      ...{ method, headers: requestHeaders, ...(requestBody && { body: requestBody }) },
    })
    const text = await response.text()
    count += 1
    const observed: Observed = {
      ...{ id: `req_${count}`, source: 'upstream', at: START, credential: 'main' },
      ...{ method, url: baseUrl + path, requestHeaders, startedAt: count, endedAt: count + 0.5 },
      ...(requestBody && { requestBody }),
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text,
        isUtf8: true,
        json: JSON.parse(text),
      },
    }
    seen.observe(observed)
    return JSON.parse(text).data
  }
  return { seen, call }
}

/** A campaign as its recording keeps it: without the times of changes and runs, because the sandbox runs it by itself. */
function kept({
  updated_at: _,
  last_run_at: __,
  next_run_at: ___,
  last_run_status: ____,
  ...rest
}: Record<string, unknown>) {
  return rest
}

const LISTS = [
  '/campaigns',
  '/campaigns?limit=3&offset=2',
  '/campaigns?type=chat',
  '/campaigns?search=northwheel',
  '/campaigns?status=paused',
]

async function record() {
  const original = await startSandbox({ fixture: 'demo' })
  const { seen, call } = traffic(original.url)
  await call('GET', '/auth/verify')
  await call('GET', '/auth/verify', undefined, RESTRICTED)
  await call('GET', '/auth/verify', undefined, STARTER)
  const session = await call('POST', '/auth/login', {
    email: 'demo@example.com',
    password: 'demo-password',
  })
  await call('GET', '/auth/me', undefined, session.token)
  const rows = await call('GET', '/campaigns')
  await call('PUT', `/campaigns/${rows[0].id}`, { name: 'Renamed', status: 'paused' })
  await call('DELETE', `/campaigns/${rows[1].id}`)
  const made = { name: 'Made', type: 'serp', keywords: ['one', 'two'], frequency: 'weekly' }
  await call('POST', '/campaigns', made)
  await call('POST', '/campaigns', { ...made, name: "Another account's" }, STARTER)
  const webhook = await call('POST', '/webhooks', {
    url: 'https://app.example/hooks?token=planted-in-the-address',
    events: ['campaign.completed'],
    secret: 'planted-in-the-webhook',
  })
  const lists = await Promise.all(LISTS.map((path) => call('GET', path)))
  return { seen, webhook, lists }
}

describe('a recorded fixture', () => {
  it('gives a new sandbox the lists of the server that it was recorded from', async () => {
    const { seen, lists, webhook } = await record()
    const file = temporaryFile('staging.fixture.yaml', '')

    const summary = await writeRecordedFixture(file, recordedFixture(seen, START), DOCUMENT)

    expect(summary[0]).toBe(`9 campaigns, 1 webhook, 1 user written to ${file}.`)
    const double = await startSandbox({ fixture: file })
    // On a later day: a campaign of this very moment would be a little older, so that it has run.
    double.advance({ days: 1, minutes: 7 })
    await double.reset()
    const { api } = double
    const get = async (path: string, key = 'svc_test_recorded') =>
      (await api.get(path, { key })).body.data
    const again = await Promise.all(LISTS.map((path) => get(path)))
    expect(lists[0]).toHaveLength(8)
    expect(again.map((rows) => rows.map(kept))).toEqual(lists.map((rows) => rows.map(kept)))
    expect(await get('/webhooks')).toEqual([
      expect.objectContaining({ id: webhook.id, events: webhook.events, status: 'disabled' }),
    ])
    expect(await get('/campaigns', 'svc_test_recorded_2')).toMatchObject([
      { name: "Another account's" },
    ])
    const login = await api.post('/auth/login', {
      ...{
        key: 'svc_test_recorded',
        body: { email: 'demo@example.com', password: PLACEHOLDER_PASSWORD },
      },
    })
    expect(login.body.data.user).toMatchObject({ name: 'Dana Demo', role: 'owner' })
  })

  it('has the plan, the limits and the permissions of the keys that were seen', async () => {
    const { seen } = await record()

    const { accounts } = recordedFixture(seen, START)

    expect(accounts.map(({ id, plan }) => [id, plan])).toEqual([
      ['acc_demo', 'Professional'],
      ['acc_starter', 'Starter'],
    ])
    expect(accounts.map(({ keys }) => keys)).toEqual([
      [
        { token: 'svc_test_recorded', name: 'Recorded key 1' },
        {
          token: 'svc_restricted_recorded_3',
          name: 'Recorded key 3',
          permissions: ['campaigns:read', 'rankings:read'],
          rate_limit: 500,
        },
      ],
      [{ token: 'svc_test_recorded_2', name: 'Recorded key 2' }],
    ])
  })

  it('has no key, password or secret of the server', async () => {
    const { seen } = await record()
    const file = temporaryFile('staging.fixture.yaml', '')

    await writeRecordedFixture(file, recordedFixture(seen, START), DOCUMENT)

    const text = readFileSync(file, 'utf8')
    for (const secret of [DEMO, RESTRICTED, STARTER, 'demo-password', 'planted', 'ses_']) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('acceptable', () => {
  const account = { users: [], keys: [], campaigns: [], alerts: [], webhooks: [] }
  const campaign = { name: 'A', type: 'serp', keywords: ['a'], frequency: 'daily' }

  it('leaves out members that do not fit, and records that need them, with the reasons', async () => {
    const recorded: RecordedFixture = {
      accounts: [
        {
          ...account,
          id: 'an account',
          plan: 'Gold',
          campaigns: [
            { ...campaign, id: 'cmp_1', status: 'archived' },
            { ...campaign, id: 'cmp_2', keywords: [] },
          ],
          alerts: [
            { id: 'alr_1', name: 'Of none', campaign_id: 'cmp_9', event: 'ranking.changed' },
          ],
        },
      ],
      notes: [],
    }

    const { accounts, notes } = acceptable(recorded, DOCUMENT)

    expect(accounts).toEqual([
      { ...account, id: 'acc_recorded_1', campaigns: [{ ...campaign, id: 'cmp_1' }] },
    ])
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Left out: accounts\[0\]\.campaigns\[0\]\.status "archived"/),
        expect.stringMatching(/^Left out: accounts\[0\]\.campaigns\[1\]\.keywords/),
      ]),
    )
  })
})

describe('requireReplaceable', () => {
  it('accepts a new file and a recorded one, and no other', async () => {
    const file = join(temporaryFolder(), 'staging.yaml')
    requireReplaceable(file)
    await writeRecordedFixture(file, recordedFixture(new Sightings(), START), DOCUMENT)

    requireReplaceable(file)
    expect(() => requireReplaceable(temporaryFile('mine.yaml', 'accounts: []\n'))).toThrow(
      /^--record-fixture \S*mine\.yaml exists, and was not recorded/,
    )
  })
})
