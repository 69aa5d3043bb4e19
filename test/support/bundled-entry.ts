import { dirname, join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The bundled command, built from the current source (scripts/built-cli.ts). */
    cli: string
  }
}

/** The bundled ES module of an entry of the package, such as `index`. */
export function bundledEntry(name: string): string {
  return join(dirname(inject('cli')), `../${name}.js`)
}
