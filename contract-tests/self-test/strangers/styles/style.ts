import type { Answering } from '../listener.ts'
import type { World } from '../world.ts'

export interface Style {
  newId(seed: string): string
  serve(world: World): Answering
}

/** The JSON of a body; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits made of hexadecimal digits. */
export function base62(hex: string, length: number): string {
  let number = BigInt(`0x${hex}`)
  let text = ''
  while (text.length < length) {
    text += LETTERS[Number(number % 62n)]
    number /= 62n
  }
  return text
}

export function csvOf(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? { keyword: '', position: '', date: '' })
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('')
}

export function wholeNumber(text: string | null, least: number): number | undefined {
  const number = text === null ? Number.NaN : Number(text)
  return Number.isInteger(number) && number >= least ? number : undefined
}

export function meanOf(numbers: number[]): number | null {
  if (numbers.length === 0) return null
  return Math.round((10 * numbers.reduce((sum, each) => sum + each, 0)) / numbers.length) / 10
}
