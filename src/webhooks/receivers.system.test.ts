import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { createClock } from '../time/clock.ts'
import { Sender } from './sender.ts'
import { makeSecret } from './signature.ts'

const ROOT = new URL('../../', import.meta.url)
const BODY = JSON.stringify({ type: 'ranking.changed', data: { keyword: 'bücher — 本' } })
const MADE = makeSecret()

// The receiver's secret, those that sign, and what it should answer.
const CASES: [string, string, string[], number][] = [
  ['one that was made', MADE, [MADE], 204],
  ['one of plain text', 'naïve — 本', ['naïve — 本'], 204],
  ['one that is being replaced', MADE, ['the newer one', MADE], 204],
  ['another', makeSecret(), [MADE], 401],
]

/** The file of the code block number `index` of docs/webhooks.md, where packages are found. */
function exampleFile(index: number): string {
  const page = readFileSync(new URL('docs/webhooks.md', ROOT), 'utf8')
  const section = /^## Write a receiver\n[\s\S]*?(?=^## )/m.exec(page)?.[0] ?? ''
  const blocks = [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code)
  expect(blocks).toHaveLength(2)
  const folder = temporaryFolder()
  symlinkSync(fileURLToPath(new URL('node_modules', ROOT)), join(folder, 'node_modules'))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, blocks[index] as string)
  return file
}

function send(url: string, secrets: string[]) {
  const sender = new Sender(createClock())
  onTestFinished(() => sender.close())
  const policy = { allowLoopback: true, targets: [] }
  return sender.send({ url, eventId: 'evt_1', body: BODY, secrets }, policy)
}

it.each(CASES)('Express as in docs/webhooks.md, with %s', async (_, secret, signing, status) => {
  const child = spawn(process.execPath, [exampleFile(0)], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const url = String((await lines.next()).value).replace(/^Webhook: /, '')

  const sent = await send(url, signing)
  const again = await send(url, signing)

  expect([sent?.status, again?.status]).toEqual([status, status])
  child.kill()
  await once(child, 'exit')
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  const expected = status === 204 ? ["evt_1 ranking.changed { keyword: 'bücher — 本' }"] : []
  expect(printed).toEqual(expected)
})

it.each(CASES)(
  'fetch-style as in docs/webhooks.md, with %s',
  async (_, secret, signing, status) => {
    vi.stubEnv('WEBHOOK_SECRET', secret)
    onTestFinished(() => void vi.unstubAllEnvs())
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => print.mockRestore())
    const { POST } = await import(pathToFileURL(exampleFile(1)).href)
    const receiver = await startReceiver(async ({ headers, body }, response) => {
      const answer: Response = await POST(
        new Request('http://localhost/hook', { method: 'POST', headers, body }),
      )
      response.writeHead(answer.status).end(await answer.text())
    })

    const sent = await send(receiver.url, signing)

    expect(sent?.status).toBe(status)
    expect(print).toHaveBeenCalledTimes(status === 204 ? 1 : 0)
  },
)
