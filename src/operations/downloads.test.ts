import { describe, expect, it } from 'vitest'
import { exportOf, failureOf, open, reportOf } from '../../test/support/records/downloads.ts'
import { demoCampaign } from '../../test/support/records/intelligence.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

/** The key of an account without campaigns. */
const empty = 'svc_test_starter'

describe('download links', () => {
  it('work until they are a day old', async () => {
    const sandbox = await startSandbox()
    const { download_url } = await reportOf(sandbox.api, { format: 'json' })

    sandbox.advance({ hours: 23, minutes: 59 })
    const inTime = await open(download_url)
    sandbox.advance({ minutes: 1 })
    const late = await open(download_url)

    expect(inTime.status).toBe(200)
    expect(late.status).toBe(403)
    expect(failureOf(late)).toMatchObject({
      code: 'insufficient_permissions',
      message: expect.stringContaining('expired at 2026-01-16T09:30:00.000Z'),
    })
  })

  it('are refused if any of their parts was changed or left out', async () => {
    const { api } = await startSandbox()
    const links = [
      (await reportOf(api, { format: 'json' })).download_url,
      (await exportOf(api, { campaign_id: (await demoCampaign(api)).id, keywords: 'gravel bike' }))
        .download_url,
    ]

    for (const link of links) {
      const names = [...new URL(link).searchParams.keys()]
      expect(names.length).toBeGreaterThan(7)
      for (const name of names) {
        const altered = new URL(link)
        altered.searchParams.set(name, `${altered.searchParams.get(name)}1`)
        const without = new URL(link)
        without.searchParams.delete(name)

        for (const changed of [altered, without]) {
          const response = await open(changed)
          expect(response.status, String(changed)).toBe(403)
          expect(failureOf(response).message).toContain('altered or cut off')
        }
      }
      // The refusals above are not caused by URL, which may write a link in another form.
      const same = new URL(link)
      same.searchParams.set('kind', same.searchParams.get('kind') as string)
      expect((await open(same)).status).toBe(200)
    }
  })

  it.each([
    ['cut off', (link: string) => link.slice(0, -1)],
    ['cut off before the signature', (link: string) => link.replace(/&signature=.*/, '')],
    ['without a query', (link: string) => link.replace(/\?.*/, '')],
    ['with a longer life', (link: string) => link.replace(/expires=\d+/, 'expires=9999999999')],
    ['of an unknown account', (link: string) => link.replace('acc_demo', 'acc_nobody')],
    ['of another account', (link: string) => link.replace('acc_demo', 'acc_starter')],
    ['of no account', (link: string) => link.replace('acc_demo', '__proto__')],
    ['with another account behind it', (link: string) => `${link}&account=acc_starter`],
    [
      'with another account before its own',
      (link: string) => link.replace('?', '?account=acc_starter&'),
    ],
    [
      'with another spelling of an account',
      (link: string) => link.replace('acc_demo', 'acc%5Fstarter'),
    ],
    ['with another file name', (link: string) => link.replace('/files/', '/files/x')],
    ['with more behind it', (link: string) => `${link}&format=pdf`],
    ['with two signatures', (link: string) => `${link}&signature=${link.slice(-43)}`],
    ['with a broken escape', (link: string) => link.replace('/files/', '/files/%zz')],
  ])('are refused in the same way if %s', async (_name, change) => {
    const { api } = await startSandbox()
    const { download_url } = await reportOf(api, { format: 'json' })

    const response = await open(change(download_url))

    expect(response.status).toBe(403)
    expect(failureOf(response)).toEqual({
      code: 'insufficient_permissions',
      message: expect.stringContaining('This link was altered or cut off.'),
    })
  })

  it('of one account do not work with the secret of another', async () => {
    const { api } = await startSandbox()
    await api.post('/campaigns', { key: empty, body: CAMPAIGN })
    const own = await exportOf(api)
    const other = await exportOf(api, {}, { key: empty })

    const signature = new URL(other.download_url).searchParams.get('signature') as string
    const forged = own.download_url.replace(/signature=.*/, `signature=${signature}`)

    expect((await open(forged)).status).toBe(403)
  })

  it('show what was there when they were made, even at the same time', async () => {
    // The clock of the test stands still.
    const { api } = await startSandbox()
    const links = [
      (await reportOf(api, { format: 'json' })).download_url,
      (await exportOf(api, { type: 'campaigns' })).download_url,
      (await exportOf(api, { type: 'rankings' })).download_url,
    ]
    const contents = () => Promise.all(links.map(async (link) => (await open(link)).text))
    const before = await contents()

    const { id } = await demoCampaign(api)
    const change = { name: 'Renamed', keywords: ['gravel bike'], domain: 'other.example' }
    await api.put(`/campaigns/${id}`, { body: change })
    await api.post('/campaigns', { body: { ...CAMPAIGN, brand: 'Northwheel' } })
    expect(await contents()).toEqual(before)

    for (const { id } of (await api.get('/campaigns')).body.data)
      await api.delete(`/campaigns/${id}`)
    expect(await contents()).toEqual(before)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('do not support %s', async (method) => {
    const { api } = await startSandbox()
    const { download_url } = await reportOf(api)

    const response = await open(download_url, method)

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(failureOf(response).code).toBe('invalid_request')
  })
})
