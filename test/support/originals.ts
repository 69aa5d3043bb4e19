import type { Variation } from '../../contract-tests/self-test/changes.ts'
import { FAILURES } from '../../contract-tests/self-test/fair/failures.ts'
import { INPUTS } from '../../contract-tests/self-test/fair/inputs.ts'
import { KEYS_AND_WIRE } from '../../contract-tests/self-test/fair/keys.ts'
import { SUCCESSES } from '../../contract-tests/self-test/fair/successes.ts'
import { type Planted, startServer } from '../../contract-tests/self-test/server.ts'
import { STYLE_NAMES } from '../../contract-tests/self-test/world.ts'
import type { Original } from './differential/differential.ts'

/** A server whose replica is compared with it. */
export interface Startable {
  name: string
  start(): Promise<Original & { close(): Promise<void> }>
}

const original = (name: string, planted: Planted): Startable => ({
  name,
  start: async () => {
    const server = await startServer(planted)
    const permissions = server.permissions('restricted')
    return { ...server, rows: planted.options?.seeded ?? 3, permissions }
  },
})

/** Servers with few requests left cannot answer the client. */
const isPatient = ({ name }: Variation) => name !== 'a main key with 90 requests left'

/** Servers in both styles, once with few campaigns and once with more than fit on a page. */
export const STYLES: Startable[] = STYLE_NAMES.flatMap((style) =>
  [3, 30].map((seeded) =>
    original(`${style}, ${seeded} campaigns`, { style, options: { seeded } }),
  ),
)

/** Those that an overlay can describe. */
export const VARIED: Startable[] = [...FAILURES, ...SUCCESSES, ...INPUTS, ...KEYS_AND_WIRE]
  .filter(isPatient)
  .map((variation) => original(variation.name, variation))

export const ORIGINALS: Startable[] = [...STYLES, ...VARIED]
