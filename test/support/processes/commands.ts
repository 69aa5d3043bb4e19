import { onTestFinished, vi } from 'vitest'

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
