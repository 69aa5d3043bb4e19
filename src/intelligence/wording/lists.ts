/** The lists of a table: a line for each, "name: one | another". */
export function listsOf(text: string): Record<string, string[]> {
  const lists = text
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2).split(' | ')] as const
    })
  return Object.fromEntries(lists)
}
