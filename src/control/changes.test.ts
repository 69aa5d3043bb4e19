import { expect, it, onTestFinished } from 'vitest'
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts'

const BODY = { name: 'New', type: 'serp', keywords: ['a'], frequency: 'daily' }

it('tells of a write by way of the API', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.api.post('/campaigns', { body: BODY })

  expect(await next()).toBe('changed')
})

it('tells of what the operator does, in code too', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.faults.add({ error: 'server_error' })

  expect(await next()).toBe('changed')
})

it('tells of campaigns that ran', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.clock.advance({ days: 1 })

  expect(await next()).toBe('changed')
})

it('tells everybody of a reset of everything', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_starter')

  await sandbox.reset()

  expect(await next()).toBe('changed')
})

it('tells the operator of accounts that come', async () => {
  const sandbox = await startSandbox()
  const next = await listening(sandbox, 'acc_demo')

  await sandbox.accounts.create({ name: 'Another' })

  expect(await next()).toBe('changed')
})

it('tells nothing of reads, of what failed, or of other accounts', async () => {
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

it('tells the owner of an account nothing of others that come', async () => {
  const sandbox = await startSandbox({ adminToken: 'let-me-in' })
  const next = await listening(sandbox, 'acc_demo', 'svc_test_demo')

  await sandbox.accounts.create({ name: 'Another' })
  const quiet = await Promise.race([next(), settled(sandbox)])

  expect(quiet).toBe('nothing')
})

/** Resolves when what was on its way to a listener by now has had several round trips to arrive. */
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
