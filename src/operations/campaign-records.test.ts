import { expect, it, onTestFinished, vi } from 'vitest'
import { CAMPAIGN, IS_ON_REPLICAS, startSandbox } from '../../test/support/sandbox.ts'
import { RecentValues } from '../accounts/recent-values.ts'

// Each replica keeps its own.
it.skipIf(IS_ON_REPLICAS)('keeps the text of a campaign that is read, not of a write', async () => {
  const { api } = await startSandbox()
  const kept = vi.spyOn(RecentValues.prototype, 'set')
  onTestFinished(() => kept.mockRestore())
  // A member of responses only. Text has it in quotes.
  const responses = () =>
    kept.mock.calls.filter(([, value]) => JSON.stringify(value).includes('last_run_at'))

  const { body } = await api.post('/campaigns', { body: CAMPAIGN })
  const path = `/campaigns/${body.data.id}`
  await api.put(path, { body: { name: 'Changed' } })
  const written = responses()
  await api.get(path)
  await api.get(path)
  await api.get('/campaigns', { query: { search: 'Changed' } })

  expect(written).toEqual([])
  expect(responses()).toHaveLength(2)
})
