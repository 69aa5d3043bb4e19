import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const IMPORTS = /^(?:import|export)\b[^;]*?(?:from ?|import ?)['"](\.{1,2}\/[^'"\n]+)['"]/gm

/**
 * Links that have a browser ask for every module that `entry` needs at once, instead of finding out one level of imports
 * after the other (HTML, link type modulepreload). What is imported on demand is not among them.
 *
 * @param folder Where the modules lie.
 * @param entry Path of the first one within.
 * @param address What the folder is called in the page.
 */
export function preloads(folder: string, entry: string, address: string): string {
  const modules = new Set([entry])
  for (const module of modules) {
    const text = readFileSync(join(folder, module), 'utf8')
    for (const [, path = ''] of text.matchAll(IMPORTS)) {
      modules.add(posix.join(posix.dirname(module), path))
    }
  }
  return [...modules]
    .map((module) => `<link rel="modulepreload" href="${address}/${module}">`)
    .join('\n    ')
}
