import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { releasedPackage } from './released-package.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const manifest = JSON.parse(read('package.json'))
const RELEASE = {
  name: '@acme/svc-sandbox',
  repository: 'https://github.com/acme/svc-sandbox',
  tag: `v${manifest.version}`,
}

describe('a released package', () => {
  it('has a name and addresses of its publisher', () => {
    expect(releasedPackage(manifest, RELEASE)).toEqual({
      ...manifest,
      name: '@acme/svc-sandbox',
      repository: { type: 'git', url: 'git+https://github.com/acme/svc-sandbox.git' },
      homepage: 'https://github.com/acme/svc-sandbox#readme',
      bugs: 'https://github.com/acme/svc-sandbox/issues',
    })
  })

  it.each([
    ['name', undefined, /PACKAGE_NAME must be a name in a scope.*found ""/],
    ['name', 'svc-sandbox', /PACKAGE_NAME .*found "svc-sandbox"/],
    ['repository', 'acme/svc-sandbox', /REPOSITORY must be an address/],
    ['tag', 'v9.9.9', /tag must be v\d.*found "v9\.9\.9"/],
  ])('is not made with a wrong %s: %s', (member, value, message) => {
    expect(() => releasedPackage(manifest, { ...RELEASE, [member]: value })).toThrow(message)
  })

  it('is public, with provenance, and never has the name in the repository', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
    expect(manifest.scripts.prepublishOnly).toContain('npm run release')
  })
})

describe('the workflows', () => {
  const runs = (file: string): string[] =>
    Object.values(parse(read(`.github/workflows/${file}`)).jobs).flatMap((job) =>
      (job as { steps: { run?: string }[] }).steps.flatMap(({ run }) => run ?? []),
    )

  it('run what CI runs, before anything is published', () => {
    expect(runs('ci.yml')).toEqual(['.ci/run'])
    expect(runs('release.yml')[0]).toBe('.ci/run')
    expect(runs('release.yml').indexOf('npm publish')).toBeGreaterThan(0)
  })

  it('run scripts that exist, with the variables that they read', () => {
    const scripts = runs('release.yml').flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? [])
    const variables = read('scripts/release-name.ts').match(/\b(PACKAGE_NAME|REPOSITORY|TAG)\b/g)

    for (const name of scripts) expect(manifest.scripts).toHaveProperty(name)
    for (const name of variables ?? [])
      expect(read('.github/workflows/release.yml')).toContain(`${name}:`)
  })
})
