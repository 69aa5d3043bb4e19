import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFile } from '../../test/support/temporary.ts'
import { readTextFile, textFileParts } from './text-file.ts'

function fileOf(bytes: Uint8Array): string {
  const file = temporaryFile('text', '')
  writeFileSync(file, bytes)
  return file
}

async function inParts(file: string): Promise<string> {
  let text = ''
  for await (const part of textFileParts(file)) text += part
  return text
}

const TEXT = 'naïve: "日本 🚲"\r\n'
const BOM = '\ufeff'
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
const utf32 = (text: string) =>
  Buffer.from(Uint32Array.from([...text], (one) => one.codePointAt(0) as number).buffer)

it.each([
  ['without a mark', TEXT, TEXT],
  ['with a mark', BOM + TEXT, TEXT],
  ['with two marks, of which one is text', BOM + BOM + TEXT, BOM + TEXT],
  ['that is empty', '', ''],
  ['with a mark alone', BOM, ''],
])('reads UTF-8 %s', async (_name, content, expected) => {
  const file = fileOf(Buffer.from(content))

  expect(readTextFile(file)).toBe(expected)
  expect(await inParts(file)).toBe(expected)
})

it('reads a character that lies across two parts', async () => {
  const text = 'é'.repeat(70_000)

  expect(await inParts(fileOf(Buffer.from(`x${text}`)))).toBe(`x${text}`)
})

it.each([
  ['UTF-16', Buffer.from(BOM + TEXT, 'utf16le')],
  ['UTF-16', swapped(BOM + TEXT)],
  ['UTF-16 or it is binary', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 or it is binary', swapped(TEXT)],
  ['UTF-32', utf32(BOM + TEXT)],
  ['UTF-16 or it is binary', utf32(TEXT)],
  ['UTF-16 or it is binary', Buffer.from(`${TEXT}\0`)],
  ['not UTF-8', Buffer.from('naïve', 'latin1')],
  ['not UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80])],
  ['not UTF-8', Buffer.from(TEXT).subarray(0, 11)],
])('refuses a file whose encoding is %s', async (encoding, bytes) => {
  const message = `its encoding is ${encoding}; save it as UTF-8`
  const file = fileOf(bytes)

  expect(() => readTextFile(file)).toThrow(message)
  await expect(inParts(file)).rejects.toThrow(message)
})
