/** Figures and days in English, regardless of the machine's locale. */
const MONTHS =
  'January February March April May June July August September October November December'
    .split(' ')
    .map((name) => ({ long: name, short: name.slice(0, 3) }))

/** `2026-01-15` as `15 January 2026`. */
export function longDay(date: string): string {
  const [year, month, day] = partsOf(date)
  return `${day} ${MONTHS[month - 1]?.long} ${year}`
}

/** `2026-01-15` as `15 Jan`, or `Jan 2026` with the year. */
export function shortDay(date: string, withYear: boolean): string {
  const [year, month, day] = partsOf(date)
  const name = MONTHS[month - 1]?.short
  return withYear ? `${name} ${year}` : `${day} ${name}`
}

function partsOf(date: string): [year: number, month: number, day: number] {
  return date.split('-').map(Number) as [number, number, number]
}

/** With one decimal; a dash for an unknown value. */
export function decimal(value: number | null, unit = ''): string {
  return value === null ? '–' : `${value.toFixed(1)}${unit}`
}

/** With its sign, except for zero; a true minus prevents line breaks. */
export function signed(value: number | null, digits = 0): string {
  if (value === null) return '–'
  const amount = Math.abs(value).toFixed(digits)
  if (Number(amount) === 0) return '0'
  return `${value > 0 ? '+' : '−'}${grouped(amount)}`
}

/** Thousands separated by commas; a dash for an unknown value. */
export function grouped(value: number | string | null): string {
  if (value === null) return '–'
  return String(value).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

export function counted(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

/** The period of equal length just before. */
export function periodBefore(days: number): string {
  return days === 1 ? 'the day before' : `the ${counted(days, 'day')} before`
}

/** A place on a results page; beyond the first hundred the engine shows none. */
export function place(position: number | null): string {
  return position === null ? '>100' : String(position)
}

/** `a, b and c`. */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

/** Such as "12 more keywords are in the CSV and JSON formats of this report." */
export function leftOut(count: number, noun: string, formats = 'CSV and JSON formats'): string {
  return `${counted(count, `more ${noun}`)} ${count === 1 ? 'is' : 'are'} in the ${formats} of this report.`
}

/** A setting such as "google" or "google.de" in words. */
export function engineName(setting: string | undefined): string {
  if (setting === undefined) return 'Any'
  const name = ENGINES.find((each) => each.toLowerCase() === setting.toLowerCase().split('.')[0])
  if (name === undefined) return setting
  return setting.includes('.') ? `${name} (${setting})` : name
}

const ENGINES = 'Google Bing Yahoo DuckDuckGo Baidu Yandex Naver Ecosia Brave'.split(' ')

export function deviceName(setting: string | undefined): string {
  if (setting === undefined) return 'All devices'
  return DEVICES[setting.toLowerCase()] ?? setting
}

const DEVICES: Record<string, string> = {
  desktop: 'Desktop computers',
  mobile: 'Mobile phones',
  tablet: 'Tablets',
}

/** `people_also_ask` as `People also ask`. */
export function featureName(feature: string): string {
  const words = feature.replaceAll('_', ' ').replace(/^ai\b/, 'AI')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
