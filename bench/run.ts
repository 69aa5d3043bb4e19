/**
 * `npm run bench`: measures the built package. Every figure stands beside a reference of the same run,
 * because absolute ones tell more of the machine than of the program. `npm run bench -- list` runs one part.
 */
import { parts } from './parts/parts.ts'
import { HEADING, line } from './table.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(2)
}
console.log(HEADING)
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const row of await run()) console.log(line(row))
}
