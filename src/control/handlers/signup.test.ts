import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'

const HOSTED = { adminToken: 'let-me-in', trustProxy: 1, publicUrl: 'https://demo.example' }

/** Signs up from an address that a proxy reports. */
const signUp = (sandbox: TestSandbox, address = '203.0.113.1', headers = {}, body: object = {}) =>
  controlOf(sandbox).post('/signup', {
    body,
    headers: { 'X-Forwarded-For': address, ...headers },
  })

describe('a visitor who signs up', () => {
  it('has an account with the data of the fixture, and controls only that', async () => {
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true })

    const { status, body } = await signUp(sandbox, '203.0.113.1', {}, { name: 'Visitor' })
    const { id, key } = body.data
    const own = await controlOf(sandbox).post('/keys', {
      token: key.token,
      body: { name: 'Second' },
    })
    const list = await sandbox.api.get('/campaigns', { key: key.token })

    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Visitor', made_by: 'signup', campaigns: 12, keys: 1 })
    expect(list.body.data).toHaveLength(12)
    expect(own.status).toBe(201)
    const foreign = await Promise.all([
      controlOf(sandbox).get('/keys?account=acc_demo', { token: key.token }),
      controlOf(sandbox).post('/snapshots?account=acc_demo', {
        token: key.token,
        body: { name: 'x' },
      }),
      controlOf(sandbox).post('/reset', { token: key.token, body: { account: 'acc_demo' } }),
      controlOf(sandbox).get('/accounts', { token: key.token }),
      controlOf(sandbox).delete(`/accounts/${id}`, { token: key.token }),
    ])
    expect(foreign.map((response) => response.status)).toEqual([403, 403, 403, 403, 403])
  })

  it('starts with the first account of --signup-fixture, and returns to it by a reset', async () => {
    const campaign = 'type: serp, keywords: [a], frequency: daily'
    // The name is that of a packaged fixture, too.
    const signupFixture = temporaryFile(
      'starter.yaml',
      `accounts:
  - { id: acc_first, keys: [{ token: svc_test_of_the_file }], campaigns: [{ name: Tutorial, ${campaign} }] }
  - { id: acc_second, keys: [{ token: svc_test_second }] }`,
    )
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true, signupFixture })
    const { key } = (await signUp(sandbox)).body.data
    const names = async () =>
      (await sandbox.api.get('/campaigns', { key: key.token })).body.data.map(
        ({ name }: { name: string }) => name,
      )

    const atFirst = await names()
    await sandbox.api.post('/campaigns', { key: key.token, body: CAMPAIGN })
    await controlOf(sandbox).post('/reset', { token: key.token, body: {} })

    expect(atFirst).toEqual(['Tutorial'])
    expect(await names()).toEqual(['Tutorial'])
    const ofFile = await sandbox.api.get('/campaigns', { key: 'svc_test_of_the_file' })
    expect(ofFile.status).toBe(401)
  })

  it.each([
    ['missing.yaml', undefined, /There is no fixture .*missing\.yaml/],
    ['wrong.yaml', 'accounts: [{ idd: acc_a }]', /wrong\.yaml:1:/],
  ])('cannot start with %s, which ends the start', async (name, text, message) => {
    const signupFixture = text === undefined ? name : temporaryFile(name, text)
    await expect(startSandbox({ ...HOSTED, openSignup: true, signupFixture })).rejects.toThrow(
      message,
    )
  })

  it('is refused without the flag', async () => {
    const sandbox = await startSandbox(HOSTED)

    const { status, body } = await signUp(sandbox)

    expect(status).toBe(403)
    expect(body.error.message).toContain('--open-signup')
    expect(await sandbox.accounts.list()).toHaveLength(3)
  })

  it.each([
    ['a page of another origin', { Origin: 'https://evil.example' }, 403],
    ['a page that hides its origin', { Origin: 'null' }, 403],
    ['a page that the browser calls foreign', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a form', { 'Content-Type': 'text/plain' }, 415],
    ['the sandbox’s own page', { Origin: 'https://demo.example' }, 201],
  ])('may be %s: %j is answered %d', async (_name, headers, expected) => {
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true })
    const text = 'Content-Type' in headers ? ('{}' as never) : {}

    const { status } = await signUp(sandbox, '203.0.113.1', headers, text)

    expect(status).toBe(expected)
    expect(await sandbox.accounts.list()).toHaveLength(expected === 201 ? 4 : 3)
  })

  it('must send a JSON body, for which foreign pages need a preflight', async () => {
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true })

    expect((await controlOf(sandbox).post('/signup')).status).toBe(400)
  })
})

describe('sign-ups', () => {
  it('are five an hour and twenty a day from one address, or one /64 of IPv6', async () => {
    const sandbox = await startSandbox({ ...HOSTED, openSignup: true, fixture: 'empty' })
    for (let n = 0; n < 5; n++) await signUp(sandbox, `2001:db8:0:1::${n + 1}`)

    const sixth = await signUp(sandbox, '2001:db8:0:1:ffff::1')
    const neighbour = await signUp(sandbox, '2001:db8:0:2::1')

    expect(sixth.status).toBe(429)
    expect(sixth.headers['retry-after']).toBe('3600')
    expect(sixth.body.error.message).toContain('5 sign-ups an hour')
    expect(neighbour.status).toBe(201)
    for (let hour = 1; hour <= 3; hour++) {
      sandbox.advance({ hours: 1 })
      for (let n = 0; n < 5; n++)
        expect((await signUp(sandbox, '2001:db8:0:1::1')).status).toBe(201)
    }
    sandbox.advance({ hours: 1 })
    const day = await signUp(sandbox, '2001:db8:0:1::1')
    expect(day.body.error.message).toContain('20 sign-ups a day')
  })

  it('may be more, for a classroom behind one address', async () => {
    const limits = { signupsPerHour: 7, signupsPerDay: 8 }
    const sandbox = await startSandbox({
      ...HOSTED,
      ...limits,
      openSignup: true,
      fixture: 'empty',
    })
    for (let n = 0; n < 7; n++) expect((await signUp(sandbox)).status).toBe(201)

    const eighth = await signUp(sandbox)
    sandbox.advance({ hours: 1 })
    const later = [await signUp(sandbox), await signUp(sandbox)]

    expect(eighth.body.error.message).toContain('7 sign-ups an hour')
    expect(later.map(({ status }) => status)).toEqual([201, 429])
    expect(later[1]?.body.error.message).toContain('8 sign-ups a day')
  })

  it('end at the highest number of accounts, even if simultaneous', async () => {
    const options = { ...HOSTED, openSignup: true, maxAccounts: 2, fixture: 'empty' }
    const sandbox = await startSandbox(options)

    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((n) => signUp(sandbox, `203.0.113.${n}`)),
    )

    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(2)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2)
    expect(await sandbox.accounts.list()).toHaveLength(1 + statuses.indexOf(503))
  })

  it('make room by removing idle accounts', async () => {
    const options = { ...HOSTED, openSignup: true, maxAccounts: 2, idleDays: 3, fixture: 'empty' }
    const sandbox = await startSandbox(options)
    const idle = (await signUp(sandbox, '203.0.113.1')).body.data
    const used = (await signUp(sandbox, '203.0.113.2')).body.data

    sandbox.advance({ days: 2 })
    await sandbox.api.get('/auth/me', { key: used.key.token })
    await sandbox.keys.list({ account: used.id })
    sandbox.advance({ days: 1 })
    const third = await signUp(sandbox, '203.0.113.3')

    const ids = (await sandbox.accounts.list()).map(({ id }) => id)
    expect(third.status).toBe(201)
    expect(ids).not.toContain(idle.id)
    expect(ids).toEqual(expect.arrayContaining(['acc_demo', used.id, third.body.data.id]))
  })
})
