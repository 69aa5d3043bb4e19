import { table } from '../bench/table.ts'

/** Prints a run as Markdown and returns it; the process fails if there are failures. */
export function report(title: string, rows: string[][], failures: string[], notes: string[] = []) {
  const parts = [title, table(['measured', 'value'], rows), ...notes]
  const markdown = [...parts, ...failures.map((text) => `Failed: ${text}`)].join('\n\n')
  console.log(markdown)
  if (failures.length > 0) process.exitCode = 1
  return markdown
}
