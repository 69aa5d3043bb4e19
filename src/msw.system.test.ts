import { setupServer } from 'msw/node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CAMPAIGN, startSandbox } from '../test/support/sandbox.ts'
import { type SandboxHandlerOptions, sandboxHandlers } from './msw.ts'

const HEADERS = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }

/** Intercepts the requests of this process until the test ends; one without a handler is an error. */
async function intercept(options?: SandboxHandlerOptions) {
  const sandbox = await startSandbox({ listen: false })
  const server = setupServer(...sandboxHandlers(sandbox, options))
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())
  return sandbox
}

it.each([
  undefined,
  'https://api.example.com/v1',
  'https://api.example.com',
  'http://localhost:4010/api/',
])('answers for an API at %s', async (baseUrl) => {
  const sandbox = await intercept(baseUrl === undefined ? undefined : { baseUrl })
  const root = (baseUrl ?? sandbox.url).replace(/\/$/, '')
  const post = { method: 'POST', headers: HEADERS, body: JSON.stringify(CAMPAIGN) }

  const created = await fetch(`${root}/campaigns`, post)
  const listed = await fetch(`${root}/campaigns?search=Spring`, { headers: HEADERS })

  expect(created.status).toBe(201)
  expect(await listed.json()).toMatchObject({ data: [{ name: CAMPAIGN.name }] })
})

it('leaves other requests to other handlers', async () => {
  await intercept({ baseUrl: 'https://api.example.com/v1' })
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())

  await expect(fetch('https://api.example.com/v10/campaigns')).rejects.toThrow()
})
