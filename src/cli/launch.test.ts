import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { serveProcess, spawnCli } from '../../test/support/processes/cli-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

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

  await answerOnce(command)

  expect(readdirSync(join(dirname(command), '../../.cache'))).toEqual([
    expect.stringMatching(/\.bin$/),
  ])
})

/** Writes V8's flags, as a number, for each module of Node that is loaded for the first time, and while the server is idle. */
const FLAGS_PROBE = `
const { appendFileSync } = require('node:fs')
const { isBuiltin } = require('node:module')
const { cachedDataVersionTag } = require('node:v8')
const note = (when) => appendFileSync(process.env.PROBED, when + ' ' + cachedDataVersionTag() + '\\n')
note('default')
const load = module.constructor._load
module.constructor._load = (id, ...rest) => {
  const name = id.replace(/^node:/, '')
  if (isBuiltin(id) && !process.moduleLoadList.includes('NativeModule ' + name)) note(name)
  return load(id, ...rest)
}
setInterval(() => note('idle'), 50).unref()
`

it('loads modules with the flags of Node, whose own compiled code V8 refuses otherwise', async () => {
  const command = copiedCommand()
  const folder = temporaryFolder()
  const [probe, file] = [join(folder, 'probe.cjs'), join(folder, 'probed')]
  writeFileSync(probe, FLAGS_PROBE)
  const env = { NODE_OPTIONS: `--require ${probe}`, PROBED: file }
  const child = spawnCli(command, ['serve', '--data', join(folder, 'data'), '--port', '0'], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const notes = () => readFileSync(file, 'utf8').trim().split('\n')

  await serveProcess(child)
  await expect.poll(() => notes().at(-1)).toMatch(/^idle/)

  const flags = notes().map((line) => line.split(' ') as [string, string])
  const byDefault = flags[0]?.[1]
  expect(flags.map(([when]) => when)).toEqual(expect.arrayContaining(['http', 'net']))
  const changed = flags.filter(([, each]) => each !== byDefault).map(([when]) => when)
  expect([...new Set(changed)]).toEqual(['idle'])
})

it('makes compiled code that the next start can use', { timeout: 20_000 }, async () => {
  const command = copiedCommand()
  const cache = join(dirname(command), '../../.cache')
  const written: number[] = []

  for (let start = 0; start < 2; start++) {
    await answerOnce(command)
    const [file] = readdirSync(cache) as [string]
    written.push(statSync(join(cache, file)).ino)
  }

  expect(written[1]).toBe(written[0])
})

/** Runs a server that answers one request and is then stopped. */
async function answerOnce(command: string): Promise<void> {
  const child = spawnCli(command, ['serve', '--ephemeral', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await serveProcess(child)
  await fetch(`${url}/campaigns`)
  child.kill('SIGTERM')
  await once(child, 'exit')
}
