import { expect, it } from 'vitest'
import { controlOf } from '../../../../../test/support/control.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'
import { changesOf, copyOf, draftOf, EMPTY_DRAFT, inputOf } from './fault-draft.ts'

const RULE = {
  name: 'Half',
  operation: ['listCampaigns'],
  method: ['GET'],
  path: '/campaigns',
  share: 0.5,
  status: 503,
  count: 3,
  expires_in: '1h',
}

async function start() {
  const sandbox = await startSandbox()
  const control = controlOf(sandbox)
  const rule = (await control.post('/faults', { body: RULE })).body.data
  const changed = async (body: object) =>
    (await control.put(`/faults/${rule.id}`, { body })).body.data
  return { ...sandbox, control, rule, changed }
}

it('changes only what was edited, without counting again', async () => {
  const { api, rule, changed } = await start()
  for (let tries = 0; tries < 4; tries++) await api.get('/campaigns')
  const draft = { ...draftOf(rule), status: '502', missing_headers: '' }

  const after = await changed(changesOf(draft, rule))

  expect(after).toMatchObject({ name: 'Half', share: 0.5, count: 3, status: 502 })
  expect(after.expires_at).toBe(rule.expires_at)
  expect(after.remaining).toBeLessThan(3)
})

it('removes conditions and limits whose fields were emptied', async () => {
  const { rule, changed } = await start()
  const draft = { ...EMPTY_DRAFT, error: 'server_error' }

  const { id, account, created_at, updated_at, ...after } = await changed(changesOf(draft, rule))

  expect(after).toEqual({
    name: null,
    enabled: true,
    state: 'active',
    error: 'server_error',
    matched: 0,
    remaining: null,
    expires_at: null,
  })
})

it('makes a copy that says the same', async () => {
  const { control, rule } = await start()

  const { body } = await control.post('/faults', { body: inputOf(copyOf(rule)) })

  const { expires_in, ...same } = RULE
  expect(body.data).toMatchObject({ ...same, name: 'Half (copy)', expires_at: rule.expires_at })
})
