const FORM = /^(\d{4}-\d\d-\d\d)(?:[Tt ]([\d:.]+)([Zz]|[+-]\d\d:?\d\d)?)?$/

/**
 * Epoch milliseconds of a time in ISO 8601; undefined for other text. A date is its midnight. Without a zone, both are
 * UTC, like all times of the API; JavaScript would read a time without a zone as local time.
 */
export function parseIsoTime(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = FORM.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00Z`)
  // JavaScript would read the 30th of February as the 2nd of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${day}T`))
    return undefined
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}
