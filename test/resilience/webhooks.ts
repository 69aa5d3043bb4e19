/**
 * `npm run test:soak -- webhooks`: checks webhooks and time from outside, over HTTP and processes of the built package. `-- --short`
 * leaves out what takes long; `-- --only crash` runs one group.
 */
import { parseArgs } from 'node:util'
import { needLinux } from '../bench/processes.ts'
import { Checks } from './webhooks/checks.ts'
import { crash } from './webhooks/crash.ts'
import { fairness } from './webhooks/fairness.ts'
import { hostileReceivers } from './webhooks/hostile.ts'
import { neighbours } from './webhooks/neighbour.ts'
import { backlog, recovery } from './webhooks/recovery.ts'

needLinux('npm run test:soak -- webhooks')
const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string' } } })

/** The groups of checks; those of the short run take a few seconds. */
const GROUPS: Record<string, { run: (checks: Checks) => Promise<void>; isShort?: true }> = {
  hostile: { run: hostileReceivers },
  recovery: { run: recovery, isShort: true },
  backlog: { run: backlog, isShort: true },
  fairness: { run: fairness },
  neighbours: { run: neighbours },
  crash: { run: crash, isShort: true },
}

const checks = new Checks()
const begin = performance.now()
for (const [name, { run, isShort }] of Object.entries(GROUPS)) {
  if (values.only !== undefined ? values.only !== name : values.short && !isShort) continue
  try {
    await run(checks)
  } catch (error) {
    checks.check(`the group ${name} runs to its end`, false, (error as Error).stack)
  }
}
const seconds = Math.round((performance.now() - begin) / 1000)
console.log(`\n${checks.failed.map((name) => `FAILED ${name}\n`).join('')}`)
console.log(`${checks.passed} passed, ${checks.failed.length} failed, ${seconds} s`)
// Without an exit, connections that hang keep the process.
process.exit(checks.failed.length > 0 || checks.total === 0 ? 1 : 0)
