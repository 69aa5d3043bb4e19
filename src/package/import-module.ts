/**
 * Imports a module by its URL. The build has this alone in a file: in scripts that V8's code is kept of, Node 20 warns of an
 * `import()` (see `CodeCache`).
 */
export function importModule(url: string): Promise<unknown> {
  return import(url)
}
