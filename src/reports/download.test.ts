import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipped } from './download.ts'

test('an archive has all files, made in chunks', async () => {
  const long = Array.from({ length: 50_000 }, (_, i) => `line ${i}, é東京\r\n`)
  const files = [
    { name: 'a.csv', content: ['x,', 'y\r\n'] },
    { name: 'b.csv', content: long },
    { name: 'c.csv', content: [] },
  ]

  const chunks: Uint8Array[] = []
  for await (const chunk of zipped(files, Date.parse('2026-01-15T09:30:00Z'))) chunks.push(chunk)

  const found = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(found)).toEqual(['a.csv', 'b.csv', 'c.csv'])
  for (const { name, content } of files) {
    expect(strFromU8(found[name] as Uint8Array)).toBe(content.join(''))
  }
  expect(chunks.length).toBeGreaterThan(5)
})
