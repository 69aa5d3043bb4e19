/**
 * `npm run test:soak -- <name>`: long runs against the built package. `npm run test:soak -- crash --kills 50 --seed 7` passes
 * its options on.
 */
const RUNS = {
  abuse: '100,000 malformed requests over raw sockets',
  costs: 'how long the largest inputs of every operation block the main thread',
  crash: '200 kills of a server that writes to a folder',
  likeness: 'laws and likeness of the data, for five seeds and three fixtures',
  replicas: '200 kills of replicas and of their database',
  soak: 'two minutes of visitors, to find leaks',
}

const [name = ''] = process.argv.splice(2, 1)
if (!(name in RUNS)) {
  const list = Object.entries(RUNS).map(([each, what]) => `  ${each.padEnd(12)} ${what}`)
  console.error(['Name one of these runs:', ...list].join('\n'))
  process.exit(2)
}
await import(`./${name}.ts`)
