import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Rgb = [red: number, green: number, blue: number]

const sheet = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const TOKENS = sheet('tokens.css')

/** The colours of a token in both themes, from 0 to 255. */
function colours(token: string): [theme: string, colour: Rgb][] {
  const [, light = '', dark = ''] =
    new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(TOKENS) ?? []
  return [
    ['light', rgb(light)],
    ['dark', rgb(dark)],
  ]
}

const rgb = (hex: string) =>
  [0, 2, 4].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)) as Rgb

/** Contrast as in WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((each) =>
    each <= 10 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** In degrees of the colour wheel. */
function hue([red, green, blue]: Rgb): number {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (most === red) return ((((green - blue) / range) % 6) + 6) * 60
  return most === green ? ((blue - red) / range + 2) * 60 : ((red - green) / range + 4) * 60
}

function degreesBetween(one: Rgb, other: Rgb): number {
  const away = Math.abs(hue(one) - hue(other)) % 360
  return Math.min(away, 360 - away)
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'draws line %i of a chart in another colour than amber',
  (line) => {
    for (const [place, [theme, colour]] of colours(`series-${line}`).entries()) {
      const assumed = colours('assumed')[place]?.[1] as Rgb
      expect(degreesBetween(colour, assumed), theme).toBeGreaterThan(15)
    }
  },
)

it('marks a refused request with a colour of its own', () => {
  const [, token = ''] =
    /\.http-status-fair::before \{[^}]*background: var\(--([\w-]+)\)/.exec(sheet('requests.css')) ??
    []

  for (const [place, [theme, colour]] of colours(token).entries()) {
    const of = (name: string) => colours(name)[place]?.[1] as Rgb
    expect(contrast(colour, of('panel')), theme).toBeGreaterThan(3)
    // Amber means assumed everywhere in the console.
    for (const other of ['assumed', 'good', 'bad']) {
      expect(degreesBetween(colour, of(other)), `${theme}: ${other}`).toBeGreaterThan(60)
    }
  }
})
