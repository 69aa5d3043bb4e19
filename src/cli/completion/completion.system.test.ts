import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { createProgram } from '../program.ts'
import { candidatesFor } from './candidates.ts'
import { SCRIPTS } from './scripts.ts'

async function valuesAfter(line: string): Promise<string[]> {
  const program = await createProgram({ withControl: true })
  return (await candidatesFor(program, line.split(' '))).map(({ value }) => value)
}

it.each([
  ['fau', ['faults']],
  ['faults ', ['list', 'add', 'update', 'remove', 'clear', 'help']],
  ['faults add --conn', ['--connection']],
  ['faults add --connection ', ['reset', 'empty']],
  ['faults add --operation listC', ['listCampaigns']],
  ['faults add --operation listCampaigns getRank', ['getRankings']],
  ['faults add --operation listCampaigns --sta', ['--status']],
  ['trigger ranking.', ['ranking.changed']],
  ['--ephem', ['--ephemeral']],
  ['--port 5000 --ephem', ['--ephemeral']],
  ['serve --fixture=demo --ephem', ['--ephemeral']],
  ['check --fail', []],
  ['check --report j', ['junit=', 'json=']],
  ['serve --overlay ', []],
  ['keys create ', []],
  ['webhooks replay wh_1 --type men', ['mention.detected']],
  ['listen --events camp', ['campaign.completed']],
  ['accounts create --fixture e', ['edges', 'empty']],
  ['accounts create --plan S', ['Starter']],
  ['reset --fixture d', ['demo']],
  ['serve --signup-fixture st', ['starter']],
  ['requests --operation listC', ['listCampaigns']],
  ['proxy --sandbox al', ['all']],
  ['proxy --mode rep', ['replay']],
  ['check --report b', ['badge=']],
  ['check --only listC', ['listCampaigns']],
])('%j is completed by %j', async (line, expected) => {
  expect(await valuesAfter(line)).toEqual(expected)
})

it('offers each command, with what it does', async () => {
  const program = await createProgram({ withControl: true })

  const found = await candidatesFor(program, [''])

  expect(found).toContainEqual({ value: 'serve', about: 'start the sandbox' })
  expect(found.map(({ value }) => value)).not.toContain('complete')
})

/** A folder with `svc-sandbox`, the bundle, for PATH. */
function binFolder(): string {
  const folder = join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'svc-sandbox'),
    `#!/bin/sh\nexec "${process.execPath}" "${inject('cli')}" "$@"\n`,
    { mode: 0o755 },
  )
  return folder
}

/** The completions that bash offers for a line, with the script that the program prints. */
function bashOffers(line: string, folder = temporaryFolder()): string[] {
  const words = line.split(' ')
  const script = `
    source <(svc-sandbox completion bash) && source <(svc-sandbox completion bash)
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _svc_sandbox svc-sandbox "\${COMP_WORDS[COMP_CWORD]}"
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const PATH = `${binFolder()}${delimiter}${process.env.PATH}`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((each) => each !== '')
}

it('bash completes commands, options and values', () => {
  expect(bashOffers('svc-sandbox clo')).toEqual(['clock'])
  expect(bashOffers('svc-sandbox clock adv')).toEqual(['advance'])
  expect(bashOffers('svc-sandbox --val')).toEqual(['--validate-responses'])
})

it('bash completes files where nothing else is expected', () => {
  expect(bashOffers('svc-sandbox serve --overlay st')).toEqual([])
  expect(SCRIPTS.bash).toContain('complete -o default')
})

it('a shell evaluates nothing that was typed', () => {
  const folder = temporaryFolder()

  bashOffers('svc-sandbox check $(id>pwned) --le', folder)
  bashOffers('svc-sandbox check `id>pwned` --le', folder)

  expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('')
})
