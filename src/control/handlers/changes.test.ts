import { expect, it, onTestFinished } from 'vitest'
import { startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

const BODY = { name: 'New', type: 'serp', keywords: ['a'], frequency: 'daily' }

it('reports a write through the API', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.api.post('/campaigns', { body: BODY })

  expect(await next()).toBe('changed')
})

it('reports runs of campaigns', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.clock.advance({ days: 1 })

  expect(await next()).toBe('changed')
})

it('reports new accounts to the operator', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.accounts.create({ name: 'Another' })

  expect(await next()).toBe('changed')
})

it('does not report reads, failures, or other accounts', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.api.get('/campaigns')
  await sandbox.api.post('/campaigns', { body: {} })
  await sandbox.api.post('/campaigns', { body: BODY, key: 'svc_test_starter' })
  await sandbox.faults.add({ error: 'server_error' }, { account: 'acc_starter' })
  await sandbox.keys.list()
  const quiet = await Promise.race([next(), settled(sandbox)])

  expect(quiet).toBe('nothing')
})

it('does not report new accounts to the owner of another', async () => {
  const sandbox = await startSandbox({ adminToken: 'let-me-in' })
  const next = await listening(sandbox, 'acc_demo', 'svc_test_demo')

  await sandbox.accounts.create({ name: 'Another' })
  const quiet = await Promise.race([next(), settled(sandbox)])

  expect(quiet).toBe('nothing')
})

/** Waits for several round trips, so that messages under way can arrive. */
async function settled({ port }: TestSandbox): Promise<string> {
  for (let i = 0; i < 20; i++) {
    await (await fetch(`http://127.0.0.1:${port}/_sandbox/health`)).text()
  }
  return 'nothing'
}

/** Listens to an account's stream; each call resolves with the kind of its next message. */
async function listening({ port }: TestSandbox, account: string, token?: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(
    `http://127.0.0.1:${port}/_sandbox/changes/stream?account=${account}`,
    {
      signal: stop.signal,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    },
  )
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const match = /event: (\w+)\n[^\n]*\n\n/.exec(text)
      if (match) {
        text = text.slice(match.index + match[0].length)
        return match[1] as string
      }
      const { value } = await reader.read()
      text += Buffer.from(value ?? []).toString()
    }
  }
  expect(await next()).toBe('ready')
  return next
}
