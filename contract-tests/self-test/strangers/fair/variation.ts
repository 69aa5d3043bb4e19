import type { Options, StyleName, World } from '../world.ts'

/** Another way to keep every statement. */
export interface Variation {
  name: string
  kind: string
  /** All styles by default. */
  styles?: StyleName[]
  options?: Partial<Options>
  plant?(world: World): void
}

type Part = Pick<Variation, 'options' | 'styles'>

export function variations(
  kind: string,
  entries: [string, Variation['plant'], Part?][],
): Variation[] {
  return entries.map(([name, plant, part]) => ({ name, kind, ...(plant && { plant }), ...part }))
}
