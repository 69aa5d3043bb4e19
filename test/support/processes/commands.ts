import { onTestFinished, vi } from 'vitest'
import { noteCrash } from '../../../src/cli/output.ts'
import { createProgram, withCommand } from '../../../src/cli/program.ts'
import type { Ending, Surroundings } from './cli-process.ts'

/**
 * Runs a command in this process, and returns its output and exit code. `printed` resolves when
 * it has written to standard output.
 */
export async function outputOf(command: (printed: Promise<void>) => Promise<void>) {
  const written = { stdout: '', stderr: '' }
  let print = () => {}
  const printed = new Promise<void>((resolve) => {
    print = resolve
  })
  for (const name of ['stdout', 'stderr'] as const) {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      if (name === 'stdout') print()
      return true
    })
    onTestFinished(() => spy.mockRestore())
  }
  const before = process.exitCode
  process.exitCode = undefined
  await command(printed)
  const code = process.exitCode ?? 0
  process.exitCode = before
  vi.restoreAllMocks()
  return { ...written, code }
}

class Exit extends Error {}

/**
 * Runs a command line in this process, as `main.ts` does: a process of its own, as of `runCli`, takes half a second more of
 * a core. Without variables that begin with `SVC_` but those of `env`.
 */
export async function runCommand(
  args: string[],
  { cwd, env = {} }: Surroundings = {},
): Promise<Omit<Ending, 'code' | 'signal'> & { code: number }> {
  const former = { cwd: process.cwd(), env: { ...process.env } }
  for (const name of Object.keys(former.env)) if (name.startsWith('SVC_')) delete process.env[name]
  Object.assign(process.env, env)
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const output = await outputOf(async () => {
      vi.spyOn(process, 'exit').mockImplementation((code) => {
        process.exitCode = Number(code)
        throw new Exit()
      })
      const program = await createProgram({ withControl: true })
      try {
        await program.parseAsync(withCommand(args), { from: 'user' })
      } catch (error) {
        if (error instanceof Exit) return
        noteCrash(error)
        process.exitCode = 1
      }
    })
    return { ...output, code: Number(output.code) }
  } finally {
    process.chdir(former.cwd)
    // A command may have read a file of variables.
    for (const name of Object.keys(process.env)) if (!(name in former.env)) delete process.env[name]
    Object.assign(process.env, former.env)
  }
}

/** Runs commands for the sandbox at an address: a line of words without blanks, and further words as they are. */
export function commandsAt(url: string) {
  return (line: string, ...words: string[]) =>
    runCommand([...line.split(' '), ...words, '--url', url])
}
