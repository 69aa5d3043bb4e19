import { normalize } from '../accounts/normalize.ts'
import { hashText, mix, pick, unit } from './hash.ts'
import { slugOf } from './site.ts'

/**
 * Monthly volumes as Google's Keyword Planner reports them: rounded to steps that grow with the figure.
 */
const VOLUMES = [
  10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880, 1000, 1300,
  1600, 1900, 2400, 2900, 3600, 4400, 5400, 6600, 8100, 9900, 12_100, 14_800, 18_100, 22_200,
  27_100, 33_100, 40_500, 49_500, 60_500, 74_000, 90_500, 110_000,
] as const

const SECTIONS = ['', '', 'blog/', 'guides/', 'products/', 'solutions/', 'learn/'] as const

/** Searches a month for a keyword in a location; the same whoever tracks it. */
export function searchVolume(seed: number, keyword: string, location = ''): number {
  return normalVolume(seed, normalize(keyword), normalize(location))
}

/** As `searchVolume`, of a keyword and a location that are normalized. */
export function normalVolume(seed: number, normal: string, location: string): number {
  const hash = hashText(location, hashText(normal, mix(seed, 2)))
  const words = wordsOf(normal)
  // Each further word of a phrase makes it markedly rarer.
  const typical = 36 - 5 * words
  const step = Math.round(typical + 8 * (unit(mix(hash, 1)) + unit(mix(hash, 2)) - 1))
  return VOLUMES[Math.min(VOLUMES.length - 1, Math.max(0, step))] as number
}

/** How many words a normalized keyword has; beyond six it makes no difference. */
export function wordsOf(normal: string): number {
  let words = 1
  for (let i = 0; i < normal.length && words < 6; i++) if (normal.charCodeAt(i) === 0x20) words++
  return words
}

/** The page of a site that ranks for a keyword. */
export function landingPage(seed: number, site: string, keyword: string): string {
  const normal = normalize(keyword)
  const hash = hashText(normal, hashText(site, mix(seed, 3)))
  return `https://${site}/${pick(SECTIONS, hash)}${slugOf(normal)}`
}
