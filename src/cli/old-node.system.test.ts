import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** Runs the launcher in a Node that says to be another one. */
function launchedIn(versions: Record<string, string>) {
  const disguise = join(temporaryFolder(), 'disguise.cjs')
  const values = JSON.stringify({ ...process.versions, ...versions })
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${values} })`)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', disguise, 'bin/svc-sandbox.js', '--version'],
    { encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

it.each(['4.9.1', '12.22.12', '18.20.8', '20.9.0', '20.18.3'])(
  'Node %s is refused in one line',
  (node) => {
    expect(launchedIn({ node })).toEqual({
      status: 2,
      stdout: '',
      stderr: `svc-sandbox needs Node 20.19 or newer; this is Node ${node}. Install one from https://nodejs.org.\n`,
    })
  },
)

it.each<Record<string, string>>([{ node: '20.19.0' }, { node: '20.11.1', deno: '2.1.4' }])(
  '%j is accepted',
  (versions) => {
    expect(launchedIn(versions)).toMatchObject({ status: 0, stderr: '' })
  },
)
