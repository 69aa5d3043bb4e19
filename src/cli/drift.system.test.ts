import { describe, expect, it } from 'vitest'
import { by, changed, data, succeeded } from '../../contract-tests/self-test/mutations.ts'
import type { Mutation } from '../../contract-tests/self-test/server.ts'
import { driftTo, learnedBefore } from '../../test/support/drift.ts'
import { temporaryFile } from '../../test/support/temporary.ts'
import type { Json } from '../schema/json.ts'
import { readBaseline } from './drift.ts'

const wrapped = (name: string): Mutation =>
  changed(
    by('listCampaigns'),
    succeeded,
    data((rows) => ({ [name]: rows, total: rows.length })),
  )

describe('driftOf', () => {
  it('lists what changed since, in the words of diff, and says that it breaks clients', async () => {
    const baseline = await learnedBefore(wrapped('items'))

    const same = await driftTo(wrapped('items'), baseline)
    const { text, isBreaking } = await driftTo(wrapped('rows'), baseline)

    expect(same.text).toContain('No differences between staging.overlay.yaml and')
    expect(same.isBreaking).toBe(false)
    expect(text).toContain('GET /campaigns\n')
    expect(text).toMatch(/✘ .*items.* \(breaking\)/)
    expect(text).toMatch(/\d+ differences from staging\.overlay\.yaml to https:\/\/staging\.test/)
    expect(isBreaking).toBe(true)
  })
})

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
