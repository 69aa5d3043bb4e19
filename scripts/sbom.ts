import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedPackages } from './installed.ts'
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

/** What there is of CycloneDX that we touch. */
export interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  compositions?: { aggregate: string; assemblies: string[] }[]
}

/** Packages as `name@version`. */
export interface Shipped {
  /** Those whose code is in dist/, with the licence of each. */
  bundled: ReadonlyMap<string, string>
  /** Those that npm puts beside ours. */
  installed: ReadonlySet<string>
  /** Names of those that our package.json asks for. */
  needed: readonly string[]
}

const BUNDLED = { name: 'svc-sandbox:bundled', value: 'true' }
const DEVELOPMENT = 'cdx:npm:package:development'

/** Their makers put code of others into the files that they publish; which of it, no bill of theirs tells. */
const BUNDLES_OF_OTHERS = ['swagger-ui-dist', 'vitest', 'vite', 'rolldown']

/** No package: it lies in fonts/, altered as fonts/README.md tells. */
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
    notes: 'Cut down as fonts/README.md tells.',
  },
  properties: [BUNDLED],
}

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
  const { name, dependencies } = packageIn(root)
  return shipped(JSON.parse(output), name, {
    bundled: new Map(folders.map((folder) => [idOf(packageIn(folder)), licenceName(folder)])),
    installed: new Set(installedPackages().map(idOf)),
    needed: Object.keys(dependencies ?? {}),
  })
}

/** The part of npm's bill that is shipped, and the font; the same for each run. */
export function shipped({ serialNumber: _, ...bom }: Bom, name: string, has: Shipped): Bom {
  const packages = bom.components
    .filter((it) => has.bundled.has(idOf(it)) || has.installed.has(idOf(it)))
    .map((it) => asShipped(it, has.bundled.get(idOf(it))))
  const own = { ...bom.metadata.component, name }
  const { timestamp: __, tools: ___, ...metadata } = bom.metadata
  const opaque = packages.filter((it) => BUNDLES_OF_OTHERS.includes(it.name))
  return {
    ...bom,
    metadata: { ...metadata, component: own },
    components: [...packages, FONT],
    dependencies: dependenciesOf(own, packages, bom, has),
    compositions: [{ aggregate: 'incomplete', assemblies: opaque.map((it) => it['bom-ref']) }],
  }
}

/** What is bundled is no tool of development to users. */
function asShipped(component: Component, licence: string | undefined): Component {
  if (licence === undefined) return component
  const { licenses = [], properties = [] } = component
  return {
    ...component,
    scope: 'required',
    licenses: licenses.length > 0 ? licenses : [{ license: { id: licence } }],
    properties: [...properties.filter((it) => it.name !== DEVELOPMENT), BUNDLED],
  }
}

/**
 * Those of ours that our package.json asks for, and that are bundled; not the tools that npm installs for vitest, too.
 * What is bundled needs what is bundled with it, and what is installed needs what is installed.
 */
function dependenciesOf(own: Component, packages: Component[], bom: Bom, has: Shipped) {
  const all = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, new Set(dependsOn)]))
  const together = (one: Component, other: Component) =>
    [has.bundled, has.installed].some((part) => part.has(idOf(one)) && part.has(idOf(other)))
  const below = packages.map((it) => ({
    ref: it['bom-ref'],
    dependsOn: packages
      .filter((other) => all.get(it['bom-ref'])?.has(other['bom-ref']) && together(it, other))
      .map((other) => other['bom-ref']),
  }))

  const reached = new Set(below.flatMap(({ dependsOn }) => dependsOn))
  const isOurs = (it: Component) => {
    const isDirect = all.get(own['bom-ref'])?.has(it['bom-ref'])
    if (has.bundled.has(idOf(it))) return isDirect || !reached.has(it['bom-ref'])
    return isDirect && has.needed.includes(it.name)
  }
  const direct = [...packages.filter(isOurs), FONT].map((it) => it['bom-ref'])
  const font = { ref: FONT['bom-ref'], dependsOn: [] }
  return [{ ref: own['bom-ref'], dependsOn: direct }, ...below, font]
}

export function idOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`
}

function packageIn(folder: string): {
  name: string
  version: string
  dependencies?: Record<string, string>
} {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
