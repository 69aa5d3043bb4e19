import type { Mutation } from '../../contract-tests/self-test/server.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { startStranger } from '../../contract-tests/self-test/strangers/start.ts'
import { STYLE_NAMES } from '../../contract-tests/self-test/strangers/world.ts'
import { MOMENT_VARIATIONS } from '../../contract-tests/self-test/variations/moments.ts'
import { SHAPE_VARIATIONS } from '../../contract-tests/self-test/variations/shapes.ts'
import { VARIATIONS } from '../../contract-tests/self-test/variations.ts'
import type { Original } from './differential/differential.ts'

/** A server whose replica is compared with it. */
export interface Startable {
  name: string
  start(): Promise<Original & { close(): Promise<void> }>
}

const plain = (name: string, mutation?: Mutation): Startable => ({
  name,
  start: async () => {
    const { seeded: rows = 3, restrictedPermissions: permissions } = mutation?.settings ?? {}
    return { ...(await startServer(mutation)), rows, ...(permissions && { permissions }) }
  },
})

/** Servers with few requests left cannot answer the client. */
const isPatient = ({ mutation: { settings } }: (typeof VARIATIONS)[number]) =>
  (settings?.mainLimit ?? 1000) >= 1000 && (settings?.mainUsed ?? 0) === 0

/** What an overlay cannot describe. */
const BEYOND = [...MOMENT_VARIATIONS, ...SHAPE_VARIATIONS]

/** Servers in five styles of strangers, once with few campaigns and once with more than fit on a page. */
export const STRANGERS: Startable[] = STYLE_NAMES.flatMap((style) =>
  [3, 30].map((seeded) => ({
    name: `${style}, ${seeded} campaigns`,
    start: async () => {
      const server = await startStranger(style, { options: { seeded } })
      return { ...server, rows: seeded }
    },
  })),
)

export const ORIGINALS: Startable[] = [
  plain('The plainest server'),
  ...VARIATIONS.filter((each) => isPatient(each) && !BEYOND.includes(each)).map(
    ({ name, mutation }) => plain(name, mutation),
  ),
  ...STRANGERS,
]
