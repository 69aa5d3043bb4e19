import { expect, it, vi } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { documentText } from './document-text.ts'
import { packagedDocument } from './load.ts'

const at = (day: string) => ({
  now: Date.parse(`${day}T12:00:00Z`),
  server: 'http://localhost/api',
})

it('is written once for readers of all days', () => {
  const write = vi.fn(JSON.stringify)
  const text = documentText(packagedDocument as unknown as JsonObject, write)

  const texts = ['2026-01-15', '2026-01-16', '2030-02-28', '0001-01-01'].map((day) => text(at(day)))

  expect(write).toHaveBeenCalledTimes(1)
  expect(new Set(texts).size).toBe(4)
  expect(texts.join('')).not.toContain('@@')
  expect(JSON.parse(texts[0] as string)).toEqual({
    ...packagedDocument,
    servers: [{ url: 'http://localhost/api' }],
  })
})

it('moves the dates of our examples only', () => {
  const paths = structuredClone(packagedDocument.paths) as JsonObject
  const overlaid = { ...packagedDocument, paths, 'x-note': { example: '2026-01-15' } } as JsonObject

  const text = documentText(overlaid)(at('2026-02-15'))

  expect(JSON.parse(text)['x-note']).toEqual({ example: '2026-01-15' })
  expect(text).toContain('2026-02-16T08:00:00Z')
})
