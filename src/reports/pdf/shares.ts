import { COLOR, type Sheet } from './sheet.ts'
import { grouped } from './wording.ts'

interface Share {
  label: string
  count: number
  color: string
}

/** One bar divided by counts, with a legend below. */
export function drawShares(
  sheet: Sheet,
  title: string | undefined,
  shares: readonly Share[],
): void {
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const { left, width } = sheet.frame
  const top = sheet.pdf.y + 18
  if (title) sheet.heading('H3', title, left, top, width, 10)

  sheet.paint((pdf) => {
    pdf.save()
    pdf.roundedRect(left, top + 20, width, 16, 4).clip()
    let x = left
    for (const { count, color } of shares) {
      const part = (count / Math.max(all, 1)) * width
      pdf.rect(x, top + 20, part, 16).fill(color)
      x += part
    }
    pdf.restore()
  })

  const room = width / shares.length
  shares.forEach(({ label, count, color }, i) => {
    const at = left + i * room
    sheet.paint((pdf) => pdf.roundedRect(at, top + 46, 8, 8, 2).fill(color))
    sheet.structure.begin('P')
    const used = sheet.type(8.5, COLOR.muted).text(label, at + 13, top + 45, room - 60)
    sheet.type(8.5, COLOR.ink, true).text(grouped(count), at + 13 + used + 6, top + 45, 40)
    sheet.structure.end()
  })
  sheet.pdf.y = top + 58
}
