import { expect, it } from 'vitest'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

it.each(['northpeak.example', 'münchen.example', '日本.example', 'a_b-c.d.example'])(
  'the domain %s is accepted',
  async (domain) => {
    const { api } = await startSandbox()

    const { status, body } = await api.post('/campaigns', { body: { ...CAMPAIGN, domain } })

    expect([status, body.data.domain]).toEqual([201, domain])
  },
)

it.each([
  '',
  'northpeak',
  '.example',
  'a..example',
  'http://a.example',
  'a.example/x',
  'a b.example',
  'a.example:80',
  'a!.example',
  'a.example,b.example',
])('the domain %j is refused, in a creation and in a change', async (domain) => {
  const { api } = await startSandbox()
  const { id } = (await api.get('/campaigns')).body.data[0]

  const made = await api.post('/campaigns', { body: { ...CAMPAIGN, domain } })
  const changed = await api.put(`/campaigns/${id}`, { body: { domain } })

  for (const { status, body } of [made, changed]) {
    expect(status).toBe(400)
    expect(body.error.details.issues).toMatchObject([
      { in: 'body', path: '/domain', value: domain },
    ])
  }
})
