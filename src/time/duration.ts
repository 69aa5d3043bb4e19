const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Milliseconds of a text such as `90s`, `3d` or `1d12h`; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,9}[smhdw]){1,5}$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (UNITS[unit as string] as number),
    0,
  )
}
