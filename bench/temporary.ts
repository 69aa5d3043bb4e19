import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** A folder that is gone when the process ends. */
export function temporaryFolder(): string {
  // One listener for all: Node takes more than ten of an event for a leak, and says so amid the figures.
  if (folders.length === 0) {
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  folders.push(folder)
  return folder
}
