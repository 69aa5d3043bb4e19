import { readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { expect, it } from 'vitest'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const manifest = read('package.json')

interface Locked {
  hasInstallScript?: boolean
  engines?: { node?: string }
}

const locked = Object.entries(read('package-lock.json').packages as Record<string, Locked>)

it('brings no other package into an install', () => {
  const members = Object.keys(manifest).filter((name) => /^(d|optionalD)ependencies$/.test(name))

  expect(members).toEqual([])
  expect(manifest.bundleDependencies).toBeUndefined()
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true })
  }
})

// Otherwise npm warns at each `npm ci`.
it('decides about the install scripts of each package', () => {
  const undecided = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !(name in manifest.allowScripts))

  expect(undecided).toEqual([])
})

it('installs packages that run on the oldest Node that it supports', () => {
  const tooNew = locked.filter(([, { engines }]) => !satisfies('20.19.0', engines?.node ?? '*'))

  expect(tooNew.map(([path, { engines }]) => `${path} needs ${engines?.node}`)).toEqual([])
})
