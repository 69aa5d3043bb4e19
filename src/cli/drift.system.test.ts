import { describe, expect, it } from 'vitest'
import { by, changed, type Plant, succeeded } from '../../contract-tests/self-test/changes.ts'
import { startChecked } from '../../test/support/checked-server.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'
import type { Json } from '../schema/json.ts'
import { readBaseline } from './learned-overlay.ts'

const creating = (status: number): Plant =>
  changed(by('createCampaign'), succeeded, (reply) => {
    reply.status = status
  })

it('check --compare exits with 1 for a change that breaks clients, and with 0 without any, or if it was not seen', async () => {
  const folder = temporaryFolder()
  const check = async (plant: Plant, ...options: string[]) => {
    const { baseUrl, keys } = await startChecked(plant)
    return runCommand(['check', baseUrl, ...keys, ...options], { cwd: folder })
  }
  await check(creating(202), '--learn', 'staging.overlay.yaml')
  const compare = ['--compare', 'staging.overlay.yaml']

  const same = await check(creating(202), ...compare)
  const other = await check(creating(201), ...compare)
  const unseen = await check(creating(201), ...compare, '--read-only')

  expect(same.stdout).toContain('No differences between staging.overlay.yaml and http://')
  expect(same.code).toBe(0)
  expect(other.stdout).toContain('POST /campaigns\n')
  expect(other.stdout).toContain('✘ success status 202 → 201 (breaking)')
  expect(other.stdout).toMatch(/\d+ differences? from staging\.overlay\.yaml to http:/)
  expect(other.code).toBe(1)
  expect(unseen.stdout).toContain('No differences')
  expect(unseen.stdout).toMatch(/Not compared: \d+ parts of its behaviour that could not be/)
  expect(unseen.code).toBe(0)
}, 150_000)

describe('readBaseline', () => {
  it('has the document of the sandbox with several overlays', () => {
    const overlay = (update: Json) =>
      JSON.stringify({
        overlay: '1.0.0',
        info: { title: 'Test', version: '1' },
        actions: [{ target: '$', update }],
      })
    const one = temporaryFile('one.yaml', overlay({ 'x-one': 1 }))
    const two = temporaryFile('two.yaml', overlay({ 'x-two': 2 }))

    const { title, document } = readBaseline(`${one},${two}`)

    expect(title).toBe('one.yaml + two.yaml')
    expect(document).toMatchObject({ 'x-one': 1, 'x-two': 2, openapi: '3.1.0' })
  })

  it.each([
    ['missing.yaml', undefined, /^--compare \S*missing\.yaml: .* there is no such file/],
    ['api.yaml', 'openapi: 3.1.0\npaths: {}\n', /^--compare \S*api\.yaml: .* is not an overlay/],
  ])('refuses %s', (name, content, message) => {
    const file = content === undefined ? name : temporaryFile(name, content)

    expect(() => readBaseline(file)).toThrow(message)
  })
})
