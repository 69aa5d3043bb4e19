/** A statement and its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs SQL statements. `int8` and `numeric` are read as numbers. */
export interface Sql {
  /** `values` of a text are for its $1, $2 and so on. */
  query<Row extends object>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

/** Makes a statement of a template: values become parameters, and other statements become parts of it. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Statement {
  const values: unknown[] = []
  const write = (parts: readonly string[], held: readonly unknown[]): string =>
    parts.reduce((text, part, index) => {
      const value = held[index - 1]
      return text + (isStatement(value) ? within(value) : `$${values.push(value)}`) + part
    })
  const within = ({ text, values: held }: Statement) => write(text.split(/\$\d+/), held)
  return { text: write(texts, given), values }
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}
