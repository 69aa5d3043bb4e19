import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { Credential, Exchange } from '../http/exchange.ts'
import { deletion, type Made, readId } from './script.ts'

function made(json: unknown, id: string, credential: Credential = 'main'): Made {
  const created: Exchange = {
    credential,
    operation: 'createCampaign',
    method: 'POST',
    url: 'http://a/api/campaigns?page=1',
    requestHeaders: {},
    response: { status: 201, headers: {}, text: JSON.stringify(json), isUtf8: true, json },
    startedAt: 0,
    endedAt: 1,
  }
  return { id, created, variable: 'ID' }
}

it.each([
  [{ success: true, data: { id: 'cmp_1' } }, 'cmp_1'],
  [{ id: 'request', data: { campaign: { id: 7 } } }, '7'],
  [{ data: { 'new-campaign': [{ id: 'x' }, { id: 'a/b' }] } }, 'a/b'],
])('reads the id from the response: %j', (json, id) => {
  const command = readId(made(json, id))

  const read = execFileSync('bash', ['-c', command], { input: JSON.stringify(json) })
  expect(read.toString().trim()).toBe(encodeURIComponent(id))
})

it('looks the campaign up by its name if the response has no id, also when that is in a file', () => {
  const created = made({ success: true }, 'cmp_1')
  const body = JSON.stringify({ name: 'svc a' })
  const command = readId({ ...created, created: { ...created.created, requestBody: body } })
  const list = JSON.stringify({
    data: [
      { id: 'cmp_0', name: 'svc' },
      { id: 'cmp_1', name: 'svc a' },
    ],
  })

  // The terminal, which would wait for ever, is an empty input here.
  const script = `curl() { echo '${list}'; }; ID=$(${command} < <(echo '{"success":true}')); echo $ID`
  const read = execFileSync('bash', ['-c', script], { input: '' })

  expect(read.toString().trim()).toBe('cmp_1')
})

it.each<[Credential, string]>([
  ['main', '$SVC_TOKEN"'],
  // It was created with a key that must not, so it may not delete it.
  ['restricted', '$SVC_TOKEN"'],
  ['other', '$SVC_OTHER_TOKEN"'],
])('deletes what the %s key created with a key of its account', (credential, key) => {
  const command = deletion(made({}, 'cmp_1', credential))

  expect(command).toContain(`-X DELETE 'http://a/api/campaigns/'"$ID"`)
  expect(command).toContain(key)
})
