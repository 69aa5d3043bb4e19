import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../src/sandbox.ts'
import { createClock } from '../../src/time/clock.ts'
import { apiOf } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

it('writes nothing into a data folder that another process took over', async () => {
  const data = temporaryFolder()
  let slept = 0
  const real = createClock()
  const clock = { ...real, elapsed: () => real.elapsed() + slept }
  const sandbox = await createSandbox({ data, log: 'silent' }, { clock })
  onTestFinished(() => sandbox.close())
  const api = apiOf(sandbox.url)
  const campaign = { name: 'A', type: 'serp', frequency: 'daily', keywords: ['a'] }
  await api.post('/campaigns', { body: campaign })
  const taken = { id: 'other', after: null, pid: 1, host: 'elsewhere', since: 'now' }
  writeFileSync(join(data, 'lock'), `${JSON.stringify(taken)}\n`)
  const before = contentOf(data)

  slept = 60_000
  const refused = await api.post('/campaigns', { body: campaign })
  const others = await Promise.allSettled([
    sandbox.snapshots.save('late'),
    sandbox.clock.advance('2d'),
    sandbox.reset(),
  ])
  await sandbox.close()

  expect(refused.status).toBe(503)
  expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(contentOf(data)).toEqual(before)
})

it('keeps its data out of repositories, unless the user decides otherwise', async () => {
  const data = temporaryFolder()
  const options = { data, fixture: 'empty', log: 'silent' } as const

  await (await createSandbox(options)).close()
  expect(readFileSync(join(data, '.gitignore'), 'utf8')).toBe('*\n')

  writeFileSync(join(data, '.gitignore'), '!accounts\n')
  await (await createSandbox(options)).close()
  expect(readFileSync(join(data, '.gitignore'), 'utf8')).toBe('!accounts\n')
})

function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  )
}
