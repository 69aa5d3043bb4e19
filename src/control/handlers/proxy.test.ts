import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { codeOf, startSandbox } from '../../../test/support/sandbox.ts'
import { ASSUMED, fakeUpstream, STATED } from '../../../test/support/upstream.ts'

async function start(...given: Parameters<typeof fakeUpstream>) {
  const sandbox = await startSandbox({}, { openUpstream: fakeUpstream(...given) })
  return { ...sandbox, control: controlOf(sandbox) }
}

describe('/_sandbox/proxy', () => {
  it('shows the upstream, and how many answers came from where', async () => {
    const { api, control } = await start()
    await api.get('/campaigns')

    const { body } = await control.get('/proxy')
    const health = await control.get('/health')

    expect(body.data).toEqual({
      upstream: 'https://staging.example.com/api',
      mode: 'watch',
      cassette: 'cassette.har',
      recorded: 0,
      replayed: 0,
      unjudged: 0,
      sources: { upstream: 1, sandbox: 0, cassette: 0 },
      sandbox_operations: [],
      sandbox_missing: false,
      enforce: null,
    })
    expect(health.body.data.proxy).toBe(true)
  })

  it('changes what is sent, and leaves the rest', async () => {
    const { control } = await start({ enforce: 'stated' })

    const body = { mode: 'replay', sandbox_operations: ['listAlerts'] }
    const changed = await control.patch('/proxy', { body })
    const lenient = await control.patch('/proxy', { body: { enforce: null } })

    expect(changed.body.data).toMatchObject({ ...body, enforce: 'stated', sandbox_missing: false })
    expect(lenient.body.data).toMatchObject({ ...body, enforce: null })
  })

  it.each([
    [{}, /must/],
    [{ mode: 'rewind' }, /watch, record, replay, update/],
    [{ cassette: '/etc/passwd' }, /cassette/],
    [{ mode: 'record' }, /has recordings/],
  ])('refuses %j and changes nothing', async (body, message) => {
    const { control } = await start({ recorded: 2 })
    const before = await control.get('/proxy')

    const refused = await control.patch('/proxy', { body })

    expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_request'])
    expect(refused.body.error.message).toMatch(message)
    expect((await control.get('/proxy')).body.data).toEqual(before.body.data)
  })
})

describe('/_sandbox/violations', () => {
  it('lists violations, with null for what one does not have', async () => {
    const { control } = await start({}, [STATED, ASSUMED])

    const { body } = await control.get('/violations')

    expect(body.data).toEqual([STATED, { ...ASSUMED, fact: null }])
    expect(body.meta.pagination).toEqual({ total: 2, limit: 100, offset: 0, has_more: false })
  })

  it.each<Record<string, string>>([
    { kind: 'differs_from_assumption' },
    { operation: 'getCampaign' },
    { request: 'request-two' },
  ])('filters by %j', async (query) => {
    const { control } = await start({}, [STATED, ASSUMED])

    const { body } = await control.get('/violations', { query })

    expect(body.data).toMatchObject([{ id: ASSUMED.id }])
  })

  it('refuses an operation that the document does not have', async () => {
    const { control } = await start()

    const refused = await control.get('/violations', { query: { operation: 'listCampaign' } })

    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain('Did you mean listCampaigns?')
  })

  it('clears them', async () => {
    const { control } = await start({}, [STATED, ASSUMED])

    const cleared = await control.delete('/violations')

    expect(cleared.body.data).toEqual({ deleted: 2 })
    expect((await control.get('/violations')).body.data).toEqual([])
  })
})

it('says how to start a proxy where there is none', async () => {
  const sandbox = await startSandbox()
  const control = controlOf(sandbox)

  const refused = [
    await control.get('/proxy'),
    await control.patch('/proxy', { body: { mode: 'watch' } }),
    await control.get('/violations'),
    await control.delete('/violations'),
  ]

  for (const each of refused) {
    expect([each.status, codeOf(each)]).toEqual([404, 'not_found'])
    expect(each.body.error.message).toContain('svc-sandbox proxy <upstream>')
  }
  await expect(sandbox.upstream.get()).rejects.toThrow('has no upstream')
})
