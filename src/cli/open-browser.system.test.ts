import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { startServing } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { hasDisplay } from './open-browser.ts'

/** Serves with a program in place of the one that opens pages; it writes the address into a file. */
async function servingWith(flags: string[], env: Record<string, string>) {
  const folder = temporaryFolder()
  const bin = join(folder, 'bin')
  const opened = join(folder, 'opened')
  mkdirSync(bin)
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`, {
    mode: 0o755,
  })
  const PATH = `${bin}${delimiter}${process.env.PATH}`
  const serving = await startServing(['--ephemeral', ...flags], { env: { PATH, ...env } })
  return { serving, opened }
}

it.skipIf(process.platform !== 'linux')('serve --open opens the console', async () => {
  const { serving, opened } = await servingWith(['--open'], { DISPLAY: ':0' })

  await expect
    .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'))
    .toBe(`http://localhost:${serving.port}/`)
})

it('serve --open serves where nothing opens pages', async () => {
  const serving = await startServing(['--ephemeral', '--open'], {
    env: { PATH: '/nowhere', DISPLAY: ':0' },
  })

  const { status } = await fetch(`http://127.0.0.1:${serving.port}/_sandbox/health`)

  expect(status).toBe(200)
})

it.each<[NodeJS.Platform, Record<string, string>, boolean]>([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
])('on %s with %j, a display is %s', (platform, env, expected) => {
  expect(hasDisplay(platform, env)).toBe(expected)
})
