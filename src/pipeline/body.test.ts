import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { type Extent, exceededLimit } from './body.ts'

describe('the extent of a JSON text', () => {
  it('is that of its value, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), (value) => {
        const { depth, values } = extentOf(value)
        const text = Buffer.from(JSON.stringify(value))

        expect(exceededLimit(text, { depth, values })).toBe(undefined)
        if (depth > 0) expect(exceededLimit(text, { depth: depth - 1, values })).toBe('depth')
        if (depth > 0) expect(exceededLimit(text, { depth, values: values - 1 })).toBe('values')
      }),
    )
  })

  it('is found without reading the rest', () => {
    expect(exceededLimit(Buffer.from('[[['), { depth: 2, values: 9 })).toBe('depth')
    expect(exceededLimit(Buffer.from('[1,2,'), { depth: 9, values: 3 })).toBe('values')
    expect(exceededLimit(Buffer.from('"[[[\\"[,,'), { depth: 2, values: 1 })).toBe(undefined)
  })
})

it.each(['utf-16', 'utf-16le', 'utf-32'])('refuses JSON in the charset %s', async (charset) => {
  const body = Buffer.from(JSON.stringify(CAMPAIGN), 'utf16le')

  const { status, error } = await postCampaign(body, `application/json; charset=${charset}`)

  expect(status).toBe(415)
  expect(error).toEqual({
    code: 'invalid_request',
    message: `unsupported charset "${charset}". Send JSON as UTF-8.`,
  })
})

it.each([
  ['another encoding', Buffer.from('{"name":"Café"}', 'latin1'), 'byte 0xe9 at position 12'],
  [
    'a character that is cut',
    Buffer.from('{"name":"€"}').subarray(0, 11),
    'byte 0xe2 at position 9',
  ],
  ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'byte 0xed at position 1'],
])('refuses bytes that are not UTF-8: %s', async (_what, body, place) => {
  const { status, error } = await postCampaign(body, 'application/json')

  expect(status).toBe(400)
  expect(error).toMatchObject({
    message: `The body is not UTF-8: ${place}. Send JSON as UTF-8.`,
  })
})

/** Sends the bytes as they are. */
async function postCampaign(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<{ status: number; error: unknown }> {
  const { url } = await startSandbox()
  const response = await fetch(`${url}/campaigns`, {
    method: 'POST',
    headers: { Authorization: 'Bearer svc_test_demo', 'Content-Type': type },
    body,
  })
  const { error } = (await response.json()) as { error: unknown }
  return { status: response.status, error }
}

function extentOf(value: unknown): Extent {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 }
  const parts = Object.values(value).map(extentOf)
  if (parts.length === 0) return { depth: 1, values: 2 }
  return {
    depth: 1 + Math.max(...parts.map(({ depth }) => depth)),
    values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
  }
}
