/**
 * `npm run release`: gives the package the name and the addresses that it is published with. They belong to whoever
 * publishes, so they are not in the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { releasedPackage } from './released-package.ts'

const file = fileURLToPath(new URL('../package.json', import.meta.url))
const { PACKAGE_NAME, REPOSITORY, TAG } = process.env
try {
  const released = releasedPackage(JSON.parse(readFileSync(file, 'utf8')), {
    name: PACKAGE_NAME,
    repository: REPOSITORY,
    tag: TAG,
  })
  writeFileSync(file, `${JSON.stringify(released, undefined, 2)}\n`)
  console.log(`${released.name} ${released.version}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
