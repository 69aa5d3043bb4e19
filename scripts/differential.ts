/** `npx tsx scripts/differential.ts [--thorough] [--verbose] [part of a name]`: how replicas differ from their servers. */
import { differential, LEARNING, THOROUGH } from '../test/support/differential/differential.ts'
import { ORIGINALS } from '../test/support/originals.ts'

const args = process.argv.slice(2)
const isVerbose = args.includes('--verbose')
const budget = args.includes('--thorough') ? THOROUGH : LEARNING
const wanted = args.filter((each) => !each.startsWith('--'))

console.log('requests  differ  listed  not listed  server')
const all = new Map<string, number>()
for (const { name, start } of ORIGINALS) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue
  const server = await start()
  try {
    const { requests, differences, overlay } = await differential(server, budget)
    const open = differences.filter(({ listed }) => listed === undefined)
    const counts = [requests, differences.length, differences.length - open.length, open.length]
    console.log(`${counts.map((count) => String(count).padStart(6)).join('  ')}        ${name}`)
    for (const { topic } of open) all.set(topic, (all.get(topic) ?? 0) + 1)
    if (!isVerbose) continue
    for (const { label, what, listed } of differences) {
      console.log(`    ${listed ? '(listed) ' : ''}${label}: ${what.join('; ')}`)
    }
    if (args.includes('--overlay')) console.log(overlay)
  } finally {
    await server.close()
  }
}
console.log('\nNot listed, by topic:')
for (const [topic, count] of [...all].sort((one, other) => other[1] - one[1])) {
  console.log(`${String(count).padStart(6)}  ${topic}`)
}
