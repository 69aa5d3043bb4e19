import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundle.ts'
import { bundledPages } from './page-bundle.ts'
import { upToDate } from './up-to-date.ts'

/** Bundles the command and the pages before all tests: from the source, each of some hundred starts takes a second more. */
export default async function setup(project: TestProject): Promise<void> {
  await bundledPages()
  project.provide('cli', join(await upToDate('svc-sandbox', bundle), 'src/cli/main.cjs'))
}
