import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../servers.ts'
import { buildOf, haveSamePackages, releaseOf, workingTree } from './builds.ts'

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

/** A repository with one commit, whose build writes a file or fails. */
function repository(build = 'cp source.txt built.txt') {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', [...AUTHOR, ...args], { cwd: root, encoding: 'utf8' })
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  git('init', '--quiet')
  write('package.json', JSON.stringify({ name: 'sample', scripts: { build } }))
  write('package-lock.json', JSON.stringify({ packages: { '': { version: '1.0.0' } } }))
  write('source.txt', 'committed')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  return { root, git, write }
}

it('compares with the last release, not with a later tag of another name', () => {
  const { root, git } = repository()
  git('tag', 'v1.0.0')
  git('commit', '--quiet', '--allow-empty', '--message', 'second')
  git('tag', 'very-last')

  expect(releaseOf(root).name).toBe('v1.0.0')
})

it('says that there is no release, and how to go on', () => {
  expect(() => releaseOf(repository().root)).toThrow(/no tag v\*.*--against <ref>/)
})

it('says that there is no such commit', () => {
  expect(() => releaseOf(repository().root, 'v9.9.9')).toThrow('no commit, branch or tag v9.9.9')
})

it('sees changes and new files of the working tree, and stages nothing', () => {
  const { root, git, write } = repository()
  const committed = releaseOf(root, 'HEAD').tree
  expect(workingTree(root).tree).toBe(committed)

  write('source.txt', 'changed')
  const changed = workingTree(root).tree
  write('new.txt', 'new')

  expect(changed).not.toBe(committed)
  expect(workingTree(root).tree).not.toBe(changed)
  expect(git('diff', '--cached', '--name-only')).toBe('')
})

it('builds the source of a commit and not what has changed since', async () => {
  const { root, git, write } = repository()
  write('source.txt', 'changed')
  git('commit', '--quiet', '--all', '--message', 'second')

  const { folder } = await buildOf(root, releaseOf(root, 'HEAD~1'))

  expect(readFileSync(join(folder, 'built.txt'), 'utf8')).toBe('committed')
})

it('names the build that fails, with the end of its output', async () => {
  const { root } = repository('echo line one && echo the reason && exit 1')

  await expect(buildOf(root, releaseOf(root, 'HEAD'))).rejects.toThrow(
    /build` of HEAD failed: line one\nthe reason/,
  )
})

it('takes the present packages for a release that differs in its own version only', () => {
  const [{ root: now, write }, { root: before }] = [repository(), repository()]
  const lock = (packages: object) => write('package-lock.json', JSON.stringify({ packages }))

  lock({ '': { version: '1.1.0' } })
  expect(haveSamePackages(now, before)).toBe(true)
  lock({ '': { version: '1.1.0' }, 'node_modules/express': { version: '5.3.0' } })
  expect(haveSamePackages(now, before)).toBe(false)
})
