import { onTestFinished } from 'vitest'
import { replies } from '../../contract-tests/self-test/changes.ts'
import { type Planting, startServer } from '../../contract-tests/self-test/server.ts'

/** Breaks two facts, 4.12 and 9.1. */
export const noVersion = replies(({ body }) => {
  if (body?.meta) body.meta.version = 1.2
})

/** A server for the suite, closed when the test ends, and its keys as flags of a command. */
export async function startChecked(planting?: Planting) {
  const server = await startServer(planting)
  onTestFinished(() => server.close())
  const { main, restricted, limited, revoked } = server.tokens
  const keys = [
    ...['--token', main, '--restricted-token', restricted],
    ...['--limited-token', limited, '--revoked-token', revoked],
  ]
  return { ...server, keys }
}
