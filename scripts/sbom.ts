import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedPackages } from './installed.ts'

const root = new URL('../', import.meta.url).pathname

interface Component {
  'bom-ref': string
  name: string
  version: string
  properties?: { name: string; value: string }[]
}

/** What there is of CycloneDX that we touch. */
export interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const BUNDLED = { name: 'svc-sandbox:bundled', value: 'true' }
const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * The bill of materials of what users get, as CycloneDX: the packages whose code is in dist/ (`folders`), marked as
 * bundled, and those that npm installs with ours. npm itself knows nothing of the former but that we develop with them.
 */
export function billOfMaterials(folders: string[]): Bom {
  const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only']
  const output = execFileSync('npm', ['sbom', ...flags], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  return shipped(JSON.parse(output), packageIn(root).name, {
    bundled: new Set(folders.map(packageIn).map(idOf)),
    installed: new Set(installedPackages().map(idOf)),
  })
}

/** The part of npm's bill that is shipped, the same for each run. Packages are given as `name@version`. */
export function shipped(
  { serialNumber: _, ...bom }: Bom,
  name: string,
  { bundled, installed }: Record<'bundled' | 'installed', ReadonlySet<string>>,
): Bom {
  const components = bom.components
    .filter((it) => bundled.has(idOf(it)) || installed.has(idOf(it)))
    .map((it) =>
      bundled.has(idOf(it)) ? { ...it, properties: [...otherProperties(it), BUNDLED] } : it,
    )
  const own = { ...bom.metadata.component, name }
  const refs = new Set([own, ...components].map((it) => it['bom-ref']))
  const { timestamp: __, tools: ___, ...metadata } = bom.metadata
  return {
    ...bom,
    metadata: { ...metadata, component: own },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((it) => refs.has(it)) })),
  }
}

function otherProperties({ properties = [] }: Component) {
  return properties.filter(({ name }) => name !== DEVELOPMENT)
}

function idOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}

function packageIn(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
