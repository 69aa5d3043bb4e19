import { mix } from '../../../src/text/hash.ts'
import { type Random, randomFrom } from '../../support/random.ts'
import type { Findings } from './findings.ts'
import { bytesOf, type ProbeRequest, shown } from './request.ts'
import type { ProbedServer } from './server.ts'
import type { Slowest } from './slowest.ts'
import { type Expected, faultsOf } from './verdict.ts'
import type { WireAnswer } from './wire-reader.ts'

/** A way to attack. Each case depends on the seed, the name and its number only. */
export interface Idea {
  name: string
  /** Share of the inputs, relative to the other ideas. */
  weight: number
  /** Sends a few inputs and judges the answers. */
  run(attempt: Attempt): Promise<void>
  /** Looks at what is left when all inputs are sent. */
  finish?(attempt: Attempt): Promise<void>
}

/** What all attempts of a run share. */
export interface Range {
  loopback: ProbedServer
  hosted: ProbedServer
  findings: Findings
  slowest: Slowest
  seed: number
}

/** One case of an idea. */
export class Attempt {
  readonly random: Random
  /** Inputs that were sent. */
  sent = 0

  readonly range: Range
  readonly idea: string
  readonly number: number

  constructor(range: Range, idea: string, number: number) {
    this.range = range
    this.idea = idea
    this.number = number
    const named = [...idea].reduce((hash, char) => mix(hash, char.charCodeAt(0)), range.seed)
    this.random = randomFrom(mix(named, number))
  }

  /** Either server. */
  anyServer(): ProbedServer {
    return this.random.pick([this.range.loopback, this.range.hosted])
  }

  /** Sends one input; undefined if it got no well-formed answer, which is a finding. */
  async send(
    server: ProbedServer,
    request: ProbeRequest,
    expected: Expected = {},
    label = '',
  ): Promise<WireAnswer | undefined> {
    this.sent += 1
    let answer: WireAnswer
    try {
      const begin = performance.now()
      answer = await server.send(request)
      this.range.slowest.note(server, request, performance.now() - begin)
    } catch (error) {
      this.found((error as Error).message, server, request)
      return undefined
    }
    for (const fault of faultsOf(request, answer, expected)) {
      // One finding for all operations that lack a header.
      const place = label && !fault.startsWith('no ') ? `, ${label}` : ''
      this.found(fault + place, server, request, answer)
    }
    return answer
  }

  /** Notes a finding with what was sent and what came. */
  found(
    problem: string,
    server: ProbedServer,
    request?: ProbeRequest | Buffer,
    answer?: WireAnswer | Buffer | string,
  ): void {
    const { idea, number, range } = this
    const bytes = request && (Buffer.isBuffer(request) ? request : bytesOf(request))
    const came =
      typeof answer === 'string' || Buffer.isBuffer(answer)
        ? answer
        : answer && `${answer.head}\n\n${answer.body.toString('latin1', 0, 700)}`
    const example = [
      `${server.name} server, case ${number} of ${idea}: --seed ${range.seed} --only ${idea} --case ${number}`,
      bytes && shown(bytes),
      came && shown(came, 1400),
    ]
    range.findings.add(`${idea}: ${problem}`, example.filter(Boolean).join('\n---\n'))
  }
}
