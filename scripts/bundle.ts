/** The last part of `npm run build`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundling.ts'
import { billOfMaterials } from './sbom.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

const packages = await bundle(dist)
const bill = JSON.stringify(billOfMaterials(packages), undefined, 2)
writeFileSync(join(dist, 'sbom.cdx.json'), `${bill}\n`)
