import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceName } from './licences.ts'

const root = new URL('../', import.meta.url).pathname

interface Component {
  'bom-ref': string
  name: string
  version: string
  type?: string
  scope?: 'required' | 'optional'
  licenses?: ({ license: { id: string } } | { expression: string })[]
  pedigree?: { ancestors: object[]; notes: string }
  properties?: { name: string; value: string }[]
}

/** The part of CycloneDX that we read or change. */
export interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Packages whose code is in dist/, as `name@version`, with the licence of each. */
export type Bundled = ReadonlyMap<string, string>

const BUNDLED = { name: 'svc-sandbox:bundled', value: 'true' }
const DEVELOPMENT = 'cdx:npm:package:development'

/** Not a package: it is in fonts/, changed as fonts/README.md describes. */
export const FONT = {
  'bom-ref': 'Inter@4.001',
  type: 'file',
  name: 'Inter',
  version: '4.001',
  scope: 'required' as const,
  licenses: [{ license: { id: 'OFL-1.1' } }],
  pedigree: {
    ancestors: [
      {
        type: 'library',
        name: '@expo-google-fonts/inter',
        version: '0.4.2',
        purl: 'pkg:npm/%40expo-google-fonts/inter@0.4.2',
      },
    ],
    notes: 'A subset, as fonts/README.md describes.',
  },
  properties: [BUNDLED],
}

/** The bill of materials as CycloneDX. npm lists the bundled packages, in `folders`, as development dependencies. */
export function billOfMaterials(folders: string[]): Bom {
  const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only']
  const output = execFileSync('npm', ['sbom', ...flags], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  const bundled = folders.map((folder) => [idOf(packageIn(folder)), licenceName(folder)] as const)
  return shipped(JSON.parse(output), packageIn(root).name, new Map(bundled))
}

/** The shipped part of npm's bill, and the font; the same in each run. */
export function shipped({ serialNumber: _, ...bom }: Bom, name: string, bundled: Bundled): Bom {
  const packages = bom.components
    .filter((it) => bundled.has(idOf(it)))
    .map((it) => asShipped(it, bundled.get(idOf(it)) as string))
  const own = { ...bom.metadata.component, name }
  const { timestamp: __, tools: ___, ...metadata } = bom.metadata
  return {
    ...bom,
    metadata: { ...metadata, component: own },
    components: [...packages, FONT],
    dependencies: dependenciesOf(own, packages, bom),
  }
}

/** For users, a bundled package is not a development dependency. */
function asShipped(component: Component, licence: string): Component {
  const { licenses = [], properties = [] } = component
  return {
    ...component,
    scope: 'required',
    licenses: licenses.length > 0 ? licenses : [{ license: { id: licence } }],
    properties: [...properties.filter((it) => it.name !== DEVELOPMENT), BUNDLED],
  }
}

/** Direct dependencies are those of package.json, and those that no other bundled package needs. */
function dependenciesOf(own: Component, packages: Component[], bom: Bom) {
  const all = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, new Set(dependsOn)]))
  const refs = packages.map((it) => it['bom-ref'])
  const below = refs.map((ref) => ({
    ref,
    dependsOn: refs.filter((other) => all.get(ref)?.has(other)),
  }))
  const reached = new Set(below.flatMap(({ dependsOn }) => dependsOn))
  const direct = refs.filter((ref) => all.get(own['bom-ref'])?.has(ref) || !reached.has(ref))
  const font = FONT['bom-ref']
  return [
    { ref: own['bom-ref'], dependsOn: [...direct, font] },
    ...below,
    { ref: font, dependsOn: [] },
  ]
}

export function idOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}

function packageIn(folder: string): { name: string; version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
