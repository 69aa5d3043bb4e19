import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, gone when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function temporaryFile(name: string, content: string): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}

/** An OpenAPI Overlay with these actions, as YAML. */
export function overlayFile(actions: string): string {
  const head = "overlay: 1.0.0\ninfo: { title: Staging, version: '1' }\nactions:\n"
  return temporaryFile('staging.yaml', head + actions)
}
