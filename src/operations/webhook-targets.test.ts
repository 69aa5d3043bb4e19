import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const WEBHOOK = { events: ['ranking.changed'] }

const issuesOf = (response: {
  body: { error: { details: { issues: { path: string; message: string }[] } } }
}) => response.body.error.details.issues

describe('receivers on this machine', () => {
  const url = 'http://localhost:3000/hook'

  it('are open to accounts of the operator, and closed to visitors', async () => {
    const sandbox = await startSandbox({ openSignup: true })
    const made = await sandbox.accounts.create({})
    const { body } = await controlOf(sandbox).post('/signup', { body: {} })
    const createFor = (key: string) =>
      sandbox.api.post('/webhooks', { key, body: { ...WEBHOOK, url } })

    const visitor = await createFor(body.data.key.token)

    expect((await createFor(made.key.token)).status).toBe(201)
    expect(visitor.status).toBe(400)
    expect(issuesOf(visitor)[0]?.message).toContain('--webhook-target localhost:3000')
  })

  it('get no event of a visitor, neither by his copy of a fixture nor one that he triggers', async () => {
    const receiver = await startReceiver()
    const fixture = join(temporaryFolder(), 'shop.yaml')
    writeFileSync(
      fixture,
      `accounts:
  - id: shop
    keys: [{ token: svc_test_demo }]
    campaigns: [{ name: A, type: serp, keywords: [a], frequency: daily, status: paused }]
    webhooks: [{ url: '${receiver.url}', events: [ranking.changed], secret: sixteen letters. }]`,
    )
    const sandbox = await startSandbox({ openSignup: true, fixture })
    const { key } = (await controlOf(sandbox).post('/signup', { body: {} })).body.data
    const { token: own } = await sandbox.keys.create({ name: 'Own' }, { account: 'shop' })
    const trigger = (token: string, body: object = {}) =>
      controlOf(sandbox).post('/events', { token, body: { type: 'ranking.changed', ...body } })
    const attemptsOf = async (token: string) => {
      await controlOf(sandbox).post('/clock', { token, body: { advance: '1s', wait: true } })
      const { body } = await controlOf(sandbox).get('/deliveries', { token })
      return body.data.flatMap(({ attempts }: { attempts: { error: string }[] }) => attempts)
    }

    const sent = await trigger(key.token, { to: receiver.url })
    await trigger(key.token)
    await trigger(own)

    const refused = {
      status: null,
      error: expect.stringMatching(/^Not sent: url must be a public/),
    }
    expect(sent.body.data.attempt).toMatchObject(refused)
    expect(await attemptsOf(key.token)).toMatchObject([refused])
    expect(await attemptsOf(own)).toMatchObject([{ status: 200 }])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    [{}],
    [{ publicUrl: 'https://sandbox.example' }],
    [{ trustProxy: 1 }],
    [{ host: '0.0.0.0', adminToken: 'let-me-in' }],
  ])('are open if the operator names them, and then no others: %j', async (options) => {
    const { api } = await startSandbox({ ...options, webhookTargets: 'localhost:3000' })

    const named = await api.post('/webhooks', { body: { ...WEBHOOK, url } })
    const others = ['http://localhost:3001/', 'http://127.0.0.1:3000/', 'https://10.0.0.1/']
    for (const other of others) {
      const refused = await api.post('/webhooks', { body: { ...WEBHOOK, url: other } })
      expect(issuesOf(refused), other).toMatchObject([{ path: '/url' }])
    }
    const moved = await api.put(`/webhooks/${named.body.data.id}`, { body: { url: others[0] } })

    expect(named.status).toBe(201)
    expect(moved.status).toBe(400)
  })
})
