import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A package that npm puts beside ours when somebody installs it. */
export interface Installed {
  name: string
  version: string
  /** Its folder in a checkout. */
  folder: string
}

interface Entry {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * As the lockfile has them, those for other platforms included. Followed from dependency to dependency: npm's own mark
 * of what is for development is not set on optional peers that we happen to develop with.
 */
export function installedPackages(): Installed[] {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, Entry>
  }
  const found = new Set<string>()
  const follow = (place: string) => {
    for (const name of needs(packages[place] as Entry)) {
      const at = placeOf(packages, name, place)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      follow(at)
    }
  }
  follow('')
  return [...found].sort().map((place) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: packages[place]?.version as string,
    folder: root + place,
  }))
}

function needs(entry: Entry): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** Where the package in the folder `from` finds `name`: below itself, or below a folder further up. */
function placeOf(packages: object, name: string, from: string): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (Object.hasOwn(packages, place)) return place
  if (from === '') return undefined
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}
