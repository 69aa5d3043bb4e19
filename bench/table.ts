/** A line of the table of parts: what was measured here, beside its reference of the same run. */
export interface Row {
  name: string
  here: string
  reference: string
  there: string
  ratio: number
}

export const HEADING =
  '| measured | here | reference | there | ratio |\n| --- | --- | --- | --- | --- |'

export function row(
  name: string,
  here: string,
  reference: string,
  there: string,
  ratio: number,
): Row {
  return { name, here, reference, there, ratio }
}

export function line({ name, here, reference, there, ratio }: Row): string {
  return `| ${name} | ${here} | ${reference} | ${there} | ${ratio.toFixed(2)} |`
}

/** Whole numbers with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function milliseconds(value: number, digits = 0): string {
  return `${value.toFixed(digits)} ms`
}
