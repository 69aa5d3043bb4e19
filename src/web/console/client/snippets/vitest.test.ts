import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../../../test/support/control.ts'
import { loggedRequest } from '../../../../../test/support/logged-request.ts'
import { CAMPAIGN, startSandbox } from '../../../../../test/support/sandbox.ts'
import { createSandbox } from '../../../../index.ts'
import { vitestSnippet } from './vitest.ts'

/** Runs a test of a snippet in this process, and reports why it failed. */
async function problemOf(code: string): Promise<string | undefined> {
  const body = code.slice(code.indexOf('async () => {') + 13, code.lastIndexOf('})'))
  const finished: (() => unknown)[] = []
  const run = new Function(
    'createSandbox',
    'expect',
    'onTestFinished',
    `return (async () => {${body}})()`,
  )
  try {
    await run(createSandbox, expect, (end: () => unknown) => finished.push(end))
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    for (const end of finished) await end()
  }
}

describe('a test for vitest', { timeout: 60_000 }, () => {
  it('passes in a sandbox of its own, whatever the answer was', async () => {
    const { api, faults, control } = await start()
    await api.post('/campaigns', { body: CAMPAIGN })
    await api.post('/campaigns', { body: { ...CAMPAIGN, name: '' } })
    await api.get('/auth/me', { key: null })
    await api.get('/auth/me', { key: 'svc_test_wrong' })
    await api.get('/campaigns/cmp_9aerfpy76pgk')
    await api.get('/auth/me', { key: 'svc_test_starter' })
    const added = await faults.add({ operation: 'listCampaigns', status: 429, count: 1 })
    await api.get('/campaigns')
    const broken = await faults.add({ operation: 'verifyToken', connection: 'reset', count: 1 })
    await api.get('/auth/verify').catch(() => {})

    const { data } = (await control.get('/requests')).body
    expect(data).toHaveLength(8)
    for (const logged of data) {
      const code = vitestSnippet(logged, { faults: [added, broken] })
      expect(await problemOf(code), code).toBeUndefined()
    }
  })

  it('fails when the answer is another one', async () => {
    const { api, control } = await start()
    await api.post('/campaigns', { body: CAMPAIGN })
    const [logged] = (await control.get('/requests')).body.data

    expect(await problemOf(vitestSnippet({ ...logged, status: 200 }))).toContain('201')
    const other = { ...logged.response, body: logged.response.body.replaceAll(CAMPAIGN.name, 'x') }
    const named = { ...logged.request, body: JSON.stringify({ ...CAMPAIGN, name: 'x' }) }
    const echo = vitestSnippet({ ...logged, request: named, response: other })
    expect(echo).toContain('name: "x"')
    expect(await problemOf(echo.replace('"x"', '"y"'))).toContain('x')
  })

  it('makes a key with the permissions of the logged one', async () => {
    const { api, control } = await start()
    await api.post('/campaigns', { body: CAMPAIGN, key: 'svc_restricted_readonly' })
    const [logged] = (await control.get('/requests')).body.data
    const keys = (await control.get('/keys')).body.data
    const key = keys.find(({ id }: { id: string }) => id === logged.key.id)

    expect(logged.status).toBe(403)
    expect(await problemOf(vitestSnippet(logged, { key }))).toBeUndefined()
  })

  it('answers as a rule did that is gone, and as a quota that was used up', async () => {
    const quota = loggedRequest({ status: 429, error: 'rate_limit_exceeded' })
    const gone = loggedRequest({ status: 503, error: 'server_error', fault: 'flt_gone' })
    const authorized = { request: { headers: { authorization: 'Bearer …' } } }

    for (const logged of [quota, gone]) {
      expect(
        await problemOf(
          vitestSnippet({
            ...logged,
            ...loggedRequest(authorized),
            status: logged.status,
            error: logged.error,
            fault: logged.fault,
          }),
        ),
      ).toBeUndefined()
    }
  })
})

async function start() {
  const sandbox = await startSandbox()
  return { ...sandbox, control: controlOf(sandbox) }
}
