import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, inject, it, onTestFinished } from 'vitest'
import { spawnCli } from '../../test/support/processes/cli-process.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

it('ends quietly when the reader of its output is gone, as other commands do', async () => {
  const { port } = await startSandbox()
  const args = ['accounts', 'list', '--json', '--url', `http://127.0.0.1:${port}`]
  const child = spawnCli(inject('cli'), args)
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout?.destroy()

  const [errors, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])

  expect(errors).toBe('')
  expect(code).toBe(141)
})

it('a server goes on when nobody reads its log any more', async () => {
  const child = spawnCli(inject('cli'), ['serve', '--ephemeral', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout?.destroy()
  let greeting = ''
  child.stderr?.on('data', (chunk) => {
    greeting += chunk
  })
  await expect.poll(() => greeting, { timeout: 15_000 }).toMatch(/Try .*\n/)
  const [, root] = /Console +(\S+)\//.exec(greeting) ?? []

  for (let request = 0; request < 3; request++) {
    expect((await fetch(`${root}/api/campaigns`)).status).toBe(401)
  }
})
