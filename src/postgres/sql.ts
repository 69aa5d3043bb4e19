/** Runs SQL statements, each with values for its $1, $2 and so on. `int8` and `numeric` are read as numbers. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}
