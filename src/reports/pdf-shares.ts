import { COLOR, type Document, drawText, frame, setType } from './pdf-layout.ts'
import { grouped } from './pdf-wording.ts'

export interface Share {
  label: string
  count: number
  color: string
}

/** One bar divided by counts, with a legend of them below. */
export function drawShares(document: Document, title: string, shares: readonly Share[]): void {
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const { left, width } = frame(document)
  const top = document.y + 18
  drawSubtitle(document, title, top)

  document.save()
  document.roundedRect(left, top + 20, width, 16, 4).clip()
  let x = left
  for (const { count, color } of shares) {
    const part = (count / Math.max(all, 1)) * width
    document.rect(x, top + 20, part, 16).fill(color)
    x += part
  }
  document.restore()

  const room = width / shares.length
  shares.forEach(({ label, count, color }, i) => {
    const at = left + i * room
    document.roundedRect(at, top + 46, 8, 8, 2).fill(color)
    setType(document, 8.5, COLOR.muted)
    const used = drawText(document, label, at + 13, top + 45, room - 60)
    setType(document, 8.5, COLOR.ink, true)
    drawText(document, grouped(count), at + 13 + used + 6, top + 45, 40)
  })
  document.y = top + 58
}

export function drawSubtitle(
  document: Document,
  text: string,
  y: number,
  x = frame(document).left,
): void {
  setType(document, 10, COLOR.ink, true)
  drawText(document, text, x, y, 240)
}
