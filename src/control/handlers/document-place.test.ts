import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { packagedDocument } from '../../openapi/load.ts'
import { applyOverlay } from '../../openapi/overlay.ts'
import { parseYaml } from '../../openapi/yaml.ts'

async function placeAt(pointer: string) {
  const control = controlOf(await startSandbox())
  return control.get(`/document/places?pointer=${encodeURIComponent(pointer)}`)
}

it('quotes the provider on a stated place, and offers no action for it', async () => {
  const { body } = await placeAt('/components/schemas/ErrorCode/enum')

  expect(body.data).toMatchObject({ origin: 'stated', statements: [{ section: '§7' }] })
  expect(body.data.action).toBeUndefined()
})

it.each([
  ['a value', '/x-failures/unknown_resource/status'],
  ['an object', '/x-failures/unknown_resource'],
  ['a list', '/components/schemas/Webhook/required'],
  ['a name with odd characters', '/paths/~1webhooks~1{id}/put/summary'],
  ['a member of a list', '/paths/~1campaigns/get/parameters/0/description'],
])('offers the overlay action that sets %s, to copy', async (_, pointer) => {
  const { body } = await placeAt(pointer)
  expect(body.data.action, JSON.stringify(body.data)).toBeTypeOf('string')

  const overlay = { overlay: '1.0.0', info: {}, actions: parseYaml(body.data.action) }

  expect(applyOverlay(packagedDocument, overlay as never)).toEqual(packagedDocument)
})

it.each([
  ['/nothing', 404, '/nothing'],
  ['campaigns', 400, 'must be a JSON Pointer'],
])('refuses %s with %i', async (pointer, status, reason) => {
  const answer = await placeAt(pointer)

  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body.error)).toContain(reason)
})
