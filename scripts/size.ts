/** `npx tsx scripts/size.ts`: the lines of each room, the installed package and the time of the tests, each beside its aim. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

interface Size {
  of: string
  is: number
  aim?: number | undefined
}

interface Room {
  name: string
  path: RegExp
  aim?: number
}

/** The first room whose path fits has the file. Aims are lines without tests. */
const ROOMS: readonly Room[] = [
  { name: 'postgres', path: /^src\/postgres\//, aim: 4_500 },
  { name: 'intelligence', path: /^src\/intelligence\//, aim: 5_900 },
  { name: 'console and pages', path: /^src\/web\//, aim: 16_600 },
  { name: 'command line', path: /^src\/cli\//, aim: 4_400 },
  { name: 'proxy', path: /^src\/proxy(\/|\.ts)/, aim: 2_800 },
  { name: 'the rest of the server', path: /^src\//, aim: 30_600 },
  { name: 'contract suite', path: /^contract-tests\//, aim: 14_300 },
  { name: 'scripts and the rest', path: /./, aim: 900 },
]

const { values: given } = parseArgs({ options: { 'test-seconds': { type: 'string' } } })
const sizes = [...lines(), installed()]
if (given['test-seconds'] !== undefined) {
  sizes.push({ of: 'seconds of npm test', is: Number(given['test-seconds']), aim: 180 })
}
for (const { of, is, aim } of sizes) {
  const beside = aim === undefined ? '' : `aim ${count(aim)}${is > aim ? '' : ', reached'}`
  console.log(`${of.padEnd(26)}${count(is).padStart(10)}  ${beside}`.trimEnd())
}

function lines(): Size[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n')
  const sum = (of: readonly string[]) =>
    of.reduce(
      (total, file) => total + (readFileSync(ROOT + file, 'utf8').match(/\n/g) ?? []).length,
      0,
    )
  const written = files.filter((file) => file !== '' && !file.includes('generated'))
  const isTest = (file: string) => /test\.|\/testing\/|^test\/|self-test/.test(file)
  const product = written.filter((file) => !isTest(file))
  const roomOf = (file: string) => ROOMS.find(({ path }) => path.test(file))
  return [
    ...ROOMS.map((room) => ({
      of: `lines: ${room.name}`,
      is: sum(product.filter((file) => roomOf(file) === room)),
      aim: room.aim,
    })),
    { of: 'lines without tests', is: sum(product), aim: 80_000 },
    { of: 'lines of tests', is: sum(written.filter(isTest)), aim: 60_000 },
  ]
}

/** Needs a build. */
function installed(): Size {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ unpackedSize }] = JSON.parse(output) as [{ unpackedSize: number }]
  return { of: 'megabytes of the package', is: unpackedSize / 1e6, aim: 15 }
}

function count(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}
