import { describe, expect, it, test } from 'vitest'
import { asciiNameOf, attachment, fileNameOf } from './file-name.ts'

describe('the name of a file', () => {
  it.each([
    ['Spring launch', 'spring-launch.pdf'],
    ["O'Neill & Söhne", 'oneill-and-söhne.pdf'],
    ['Кофейня на Невском', 'кофейня-на-невском.pdf'],
    ['Η ΑΘΉΝΑ', 'η-αθήνα.pdf'],
    ['東京 カフェ', '東京-カフェ.pdf'],
    ['हिन्दी', 'हिन्दी.pdf'],
    ['🚢 / "..\\..\r\nSet-Cookie: a=b"', 'set-cookie-a-b.pdf'],
    ['\u202efdp.exe\u0000', 'fdp-exe.pdf'],
    ['🚢 !!', 'cmp_1.pdf'],
    ['\ud800', 'cmp_1.pdf'],
  ])('made of %j is %j', (title, name) => {
    expect(fileNameOf(title, 'cmp_1', '.pdf')).toBe(name)
  })

  it('has no letter or mark without a shape', () => {
    expect(fileNameOf('\u3164\u115f\uffa0', 'cmp_1', '.pdf')).toBe('cmp_1.pdf')
    expect(fileNameOf('a\u034fb\ufe0f ❤\ufe0f می\u200cخواهم', 'cmp_1', '.pdf')).toBe(
      'ab-می-خواهم.pdf',
    )
  })

  it('fits into 255 bytes, however long the title is, and ends with a whole character', () => {
    const suffix = '-2025-10-02-to-2025-10-31.json'

    const name = fileNameOf('𠮷'.repeat(500), 'cmp_1', suffix)

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toBe(`${'𠮷'.repeat(55)}${suffix}`)
    expect(fileNameOf(`${'a'.repeat(54)} b`, 'cmp_1', suffix)).toBe(`${'a'.repeat(54)}${suffix}`)
  })
})

describe('the name in ASCII', () => {
  it('drops the marks of letters, or else uses a fallback', () => {
    expect(asciiNameOf('café-ünal.pdf', 'cmp_1.pdf')).toBe('cafe-unal.pdf')
    expect(asciiNameOf('кофейня-2025.pdf', 'cmp_1.pdf')).toBe('cmp_1.pdf')
    expect(asciiNameOf('straße.pdf', 'cmp_1.pdf')).toBe('cmp_1.pdf')
  })
})

describe('the Content-Disposition header', () => {
  test('names a file in ASCII once', () => {
    expect(attachment('a-b.pdf')).toBe('attachment; filename="a-b.pdf"')
  })

  test('gives other names twice, for clients with and without RFC 8187', () => {
    expect(attachment('кофе.pdf', 'cmp_1.pdf')).toBe(
      `attachment; filename="cmp_1.pdf"; filename*=UTF-8''%D0%BA%D0%BE%D1%84%D0%B5.pdf`,
    )
  })

  test('keeps every name within its quotes and its line', () => {
    const header = attachment(`a"; x\\y%41\r\nSet-Cookie: b=c'(*).pdf`)

    expect(header).toBe(
      'attachment; filename="a_; x_y_41__Set-Cookie: b=c\'(*).pdf"; ' +
        "filename*=UTF-8''a%22%3B%20x%5Cy%2541%0D%0ASet-Cookie%3A%20b%3Dc%27%28%2A%29.pdf",
    )
  })
})
