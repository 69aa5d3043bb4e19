import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadOf, OPERATIONS, send } from '../operations.ts'
import type { Server } from '../servers.ts'
import { temporaryFolder } from '../temporary.ts'

/** Saves what a sandbox answers to each operation, for a bare server to answer the same; the name of the file. */
export async function saveAnswers(sandbox: Server): Promise<string> {
  const root = `${sandbox.url}/api`
  const id = await firstId(root)
  const answers: Record<string, unknown> = {}
  for (const operation of OPERATIONS) {
    answers[operation] = JSON.parse((await send(root, loadOf(operation, id))).text)
  }
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}

export async function firstId(root: string): Promise<string> {
  return JSON.parse((await send(root, { path: '/campaigns?limit=1' })).text).data[0].id
}
