import type { Attempt } from './idea.ts'
import type { ProbedServer } from './server.ts'
import { faultsOf } from './verdict.ts'
import { takeAnswer, type WireAnswer } from './wire-reader.ts'

/** Sends bytes on a connection of their own, and judges all answers: at most `most`, each well-formed. */
export async function exchange(
  attempt: Attempt,
  server: ProbedServer,
  pieces: Buffer[],
  name: string,
  most: number,
  methods: string[] = [],
): Promise<WireAnswer[]> {
  attempt.sent += 1
  const sent = Buffer.concat(pieces)
  let came: Buffer
  try {
    came = await server.wire.raw(pieces)
  } catch (error) {
    attempt.found(`${name}: ${(error as Error).message}`, server, sent)
    return []
  }
  let answers: WireAnswer[] = []
  try {
    // What the parser refuses has a body, even if it would have been a HEAD.
    answers = readAll(came, methods) ?? readAll(came, methods.slice(0, -1)) ?? []
    if (answers.length === 0 && came.length > 0) throw new Error('an answer is cut')
  } catch (error) {
    attempt.found(`${name}: ${(error as Error).message}`, server, sent, came)
  }
  if (answers.length > most) attempt.found(`${name}: ${answers.length} answers`, server, sent, came)
  if (answers.length === 0) attempt.found(`${name}: no answer`, server, sent)
  for (const [n, answer] of answers.entries()) {
    const request = { method: methods[n] ?? 'GET', target: '/' }
    for (const fault of faultsOf(request, answer, {})) {
      attempt.found(fault.startsWith('no ') ? fault : `${name}: ${fault}`, server, sent, came)
    }
  }
  return answers
}

/** All answers of a connection; undefined if the last one is cut. */
function readAll(bytes: Buffer, methods: string[]): WireAnswer[] | undefined {
  const answers: WireAnswer[] = []
  for (let at = 0; at < bytes.length; ) {
    const taken = takeAnswer(bytes.subarray(at), methods[answers.length] ?? 'GET')
    if (!taken) return undefined
    answers.push(taken.answer)
    at += taken.length
  }
  return answers
}
