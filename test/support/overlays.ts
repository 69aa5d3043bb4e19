import supertest from 'supertest'
import { expect } from 'vitest'
import type { SandboxOptions } from '../../src/config.ts'
import { createSandbox } from '../../src/sandbox.ts'
import { startSandbox } from './sandbox.ts'
import { overlayFile } from './temporary.ts'

export const CAMPAIGNS = "$.paths['/campaigns'].get"
export const FAILURES = "$['x-failures']"

export const change = (target: string, update: object) =>
  `  - ${JSON.stringify({ target, update })}\n`
/** Changes the answer to an error situation. */
export const failures = (situation: string, update: object) =>
  change(`${FAILURES}.${situation}`, update)
export const remove = (target: string) => `  - ${JSON.stringify({ target, remove: true })}\n`

/** A sandbox with these actions that holds its answers against the document. */
export async function serve(actions: string, options: SandboxOptions = {}) {
  const overlay = overlayFile(actions)
  const sandbox = await startSandbox({
    overlay,
    validateResponses: true,
    log: 'silent',
    ...options,
  })
  /** As the API of tests, for answers that have another form than theirs. */
  const call = async (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    { body, key = 'svc_test_demo' }: { body?: object; key?: string } = {},
  ) => {
    const request = supertest(sandbox.url)[method](path).set('Authorization', `Bearer ${key}`)
    return await (body ? request.send(body) : request)
  }
  return { sandbox, call, get: (path: string) => call('get', path) }
}

/** Expects that no sandbox starts with these actions. */
export function refused(actions: string) {
  return expect(createSandbox({ overlay: overlayFile(actions), ephemeral: true })).rejects
}
