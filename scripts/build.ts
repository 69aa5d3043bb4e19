/** `npm run build`: makes dist/. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { bundleTypes } from './bundle-types.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

rmSync(dist, { recursive: true, force: true })
await bundle(dist)
bundleTypes(`${dist}/src/`)
