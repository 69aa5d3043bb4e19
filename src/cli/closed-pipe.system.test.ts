import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, it, onTestFinished } from 'vitest'
import { endOf, serveProcess, spawnCli } from '../../test/support/processes/cli-process.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

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

/** Runs a command whose standard output is a file of at most `limit` blocks. */
function started(args: string[], output: string, limit = 'unlimited'): ChildProcess {
  const script = `ulimit -f ${limit}; exec "$@" > ${output}`
  const command = ['sh', process.execPath, inject('cli'), ...args]
  const child = spawn('sh', ['-c', script, ...command], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const FULL = 'The output cannot be written: no space left on device (ENOSPC).\n'

it.each([
  [['--help']],
  [['completion', 'bash']],
  [['diff', 'spec/openapi.yaml', 'spec/openapi.yaml']],
  [['serve', '--ephemeral', '--port', '0']],
])('%j ends with one line and 2 on a full disk', async (args) => {
  const { code, stderr } = await endOf(started(args, '/dev/full'))

  const own = stderr.split('\n\n').at(-1)
  expect([code, own]).toEqual([2, FULL])
})

it('a server ends when the file of its log can have no further line', async () => {
  const log = join(temporaryFolder(), 'log')
  const child = started(['serve', '--ephemeral', '--port', '0'], log, '1')
  const { url, ended } = await serveProcess(child)

  const requests = Array.from({ length: 20 }, () => fetch(`${url}/campaigns`).catch(() => {}))
  await Promise.all(requests)

  expect(await ended).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /\n\nThe output cannot be written: file too large \(EFBIG\)\.\n$/,
    ),
  })
})
