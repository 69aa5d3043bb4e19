import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digest } from './digest.ts'
import { allPass, threeFailures } from './testing/samples.ts'
import { parseReports, writeReports } from './write-report.ts'

const options = { locate: () => 1 }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-report-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('reports are asked for as kind=FILE', () => {
  expect(parseReports(['junit=out/junit.xml', 'html=a=b.html'])).toEqual([
    { kind: 'junit', file: 'out/junit.xml' },
    { kind: 'html', file: 'a=b.html' },
  ])
})

test.each([
  [
    'xml=a.xml',
    '--report xml=a.xml: there is no report "xml"; use one of junit, json, html, md, sarif, badge',
  ],
  ['a.xml', 'there is no report "a.xml"; use one of junit, json'],
  ['toString=a', 'there is no report "toString"'],
  ['junit', '--report junit: the file is missing; write --report junit=FILE.'],
  ['junit= ', 'the file is missing'],
])('%s is refused with the way out', (value, message) => {
  expect(() => parseReports([value])).toThrow(message)
})

test('two reports of one file are refused', () => {
  expect(() => parseReports(['json=a', 'html=./a'])).toThrow(
    '--report html=./a would overwrite the json report; name another file.',
  )
})

test('each kind is written, in folders that did not exist', async () => {
  const kinds = ['junit', 'json', 'html', 'md', 'sarif']
  const values = kinds.map((kind) => `${kind}=${join(folder, 'new', kind, 'report')}`)
  await writeReports(digest(threeFailures()), parseReports(values), options)

  const texts = await Promise.all(
    kinds.map((kind) => readFile(join(folder, 'new', kind, 'report'), 'utf8')),
  )
  expect(texts.map((text) => text.slice(0, 12))).toEqual([
    '<?xml versio',
    '{\n  "format"',
    '<!doctype ht',
    '## ❌ FAILED:',
    '{\n  "$schema',
  ])
  expect(JSON.parse(texts[1] ?? '')).toMatchObject(threeFailures())
})

test('a report that cannot be written is named, and the others are written', async () => {
  await writeFile(join(folder, 'taken'), '')
  const bad = join(folder, 'taken', 'junit.xml')
  const good = join(folder, 'result.json')
  const requests = parseReports([`junit=${bad}`, `json=${good}`])

  await expect(writeReports(digest(allPass()), requests, options)).rejects.toThrow(
    `Cannot write the junit report ${bad}: `,
  )
  expect(JSON.parse(await readFile(good, 'utf8'))).toMatchObject(allPass())
})
