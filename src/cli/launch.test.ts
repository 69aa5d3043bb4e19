import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { serveProcess, spawnCli } from '../../test/support/processes/cli-process.ts'

/** A copy of the built command that no other test runs, without fonts, pages and compiled code. */
function copiedCommand(): string {
  const built = join(dirname(inject('cli')), '../..')
  const folder = mkdtempSync(join(dirname(built), 'svc-sandbox-launch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const left = ['fonts', 'web', '.cache']
  cpSync(built, folder, {
    recursive: true,
    filter: (path) => !left.includes(basename(path)) || path === built,
  })
  return join(folder, 'src/cli/main.cjs')
}

it('keeps compiled code after the first answer of a server', { timeout: 20_000 }, async () => {
  const command = copiedCommand()
  const cache = join(dirname(command), '../../.cache')
  const child = spawnCli(command, ['serve', '--ephemeral', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await serveProcess(child)
  expect(existsSync(cache)).toBe(false)

  await fetch(`${url}/campaigns`)

  const files = () => (existsSync(cache) ? readdirSync(cache) : [])
  await expect.poll(files, { timeout: 10_000 }).toEqual([expect.stringMatching(/\.bin$/)])
})

it('keeps it when a server that has answered ends', { timeout: 20_000 }, async () => {
  const command = copiedCommand()
  const child = spawnCli(command, ['serve', '--ephemeral', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await serveProcess(child)

  await fetch(`${url}/campaigns`)
  child.kill('SIGTERM')
  await once(child, 'exit')

  expect(readdirSync(join(dirname(command), '../../.cache'))).toEqual([
    expect.stringMatching(/\.bin$/),
  ])
})
