import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('brings no other package into an install', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

  const members = Object.keys(JSON.parse(text)).filter((name) => /dependencies$/i.test(name))

  expect(members).toEqual(['devDependencies'])
})
