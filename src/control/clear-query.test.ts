import { describe, expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'

const OWN = 'svc_test_demo'

/** A sandbox in which both accounts differ from the fixture, with their state. */
async function changed() {
  const sandbox = await startSandbox()
  const control = controlOf(sandbox)
  for (const key of [OWN, 'svc_test_starter']) {
    await sandbox.api.post('/campaigns', { body: CAMPAIGN, key })
  }
  const kept = async () => {
    const list = (key: string) =>
      sandbox.api.get('/campaigns', { query: { search: CAMPAIGN.name }, key })
    const names = [await list(OWN), await list('svc_test_starter')].map(({ body }) => body.data)
    return names.map((campaigns) => campaigns.length)
  }
  return { sandbox, control, kept }
}

describe('a query of the control plane', () => {
  it.each([
    ['misspelt', 'acount=acc_demo', 'acount'],
    ['in brackets', 'account[]=acc_demo', 'account[]'],
    ['numbered', 'account[0]=acc_demo', 'account[0]'],
    ['in another case', 'Account=acc_demo', 'Account'],
    ['given twice', 'account=acc_starter&account=acc_demo', 'account'],
    ['given twice alike', 'account=acc_demo&account=acc_demo', 'account'],
    ['followed by a preference for the API', 'account=acc_demo&Prefer=code%3D404', 'Prefer'],
  ])('resets nothing if the account is %s', async (_how, search, name) => {
    const { control, kept } = await changed()

    const response = await control.post(`/reset?${search}`)

    expect(response.status).toBe(400)
    expect(codeOf(response)).toBe('invalid_request')
    const [issue] = response.body.error.details.issues
    expect(issue).toMatchObject({ in: 'query', path: name })
    expect(await kept()).toEqual([1, 1])
  })

  it('is refused with its value and the known parameters', async () => {
    const { control } = await changed()

    const unknown = await control.post('/reset?acount=acc_demo')
    const list = await control.get('/accounts?limit=1&account=acc_demo')
    const twice = await control.get('/clock?account=acc_demo&account=acc_starter')

    expect(unknown.body.error.message).toBe(
      'acount (query) is no query parameter of this operation; it takes account.',
    )
    expect(unknown.body.error.details.issues[0].value).toBe('acc_demo')
    expect(list.body.error.message).toContain('it takes limit, offset')
    expect(twice.body.error.message).toBe(
      'account (query) is given 2 times (acc_demo, acc_starter); give it once.',
    )
  })

  it('does not repeat secrets', async () => {
    const { control } = await changed()

    const response = await control.get('/clock?token=svc_test_hidden&password=a&password=b')

    expect(response.status).toBe(400)
    expect(response.text).not.toContain('svc_test_hidden')
  })

  it('may have any parameters for public operations, as health checks and webhooks need', async () => {
    const { control } = await changed()
    const { url } = (await control.get('/receiver')).body.data

    const { status } = await fetch(`${url}?tag=a&tag=b`, { method: 'POST', body: '{}' })

    expect((await control.get('/health?nocache=1')).status).toBe(200)
    expect((await control.get('/openapi.json?account=acc_demo')).status).toBe(200)
    expect(status).toBe(204)
  })

  it('may not name a different account than the body', async () => {
    const { control, kept } = await changed()

    const response = await control.post('/reset?account=acc_demo', {
      body: { account: 'acc_starter' },
    })

    expect(response.status).toBe(400)
    expect(response.body.error.message).toContain('acc_starter')
    expect(await kept()).toEqual([1, 1])
  })
})
