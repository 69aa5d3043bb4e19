import { ATTACKER } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import { exchange } from '../raw-exchange.ts'
import { bearer } from '../request.ts'
import { head, SHAPES, SMUGGLED } from '../smuggled.ts'

const BYE = 'GET /bye HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'

/** Shapes in which two servers see different requests: what is hidden is never answered. */
const smuggling: Idea = {
  name: 'smuggling',
  weight: 5,
  async run(attempt) {
    const { random } = attempt
    const [name, shape, answers] = random.pick(SHAPES)
    const before = random.chance(40) ? head('GET /api/auth/me HTTP/1.1') : ''
    const bytes = Buffer.from(`${before}${shape()}${BYE}`, 'latin1')
    const at = random.below(bytes.length)
    const pieces = random.chance(30) ? [bytes.subarray(0, at), bytes.subarray(at)] : [bytes]
    const method = /(?:^|\n)HEAD /.test(shape()) ? 'HEAD' : 'GET'
    const most = answers + (before ? 1 : 0) + 1
    await exchange(
      attempt,
      attempt.anyServer(),
      pieces,
      name,
      most,
      before ? ['GET', method] : [method],
    )
  },
  async finish(attempt) {
    for (const server of [attempt.range.loopback, attempt.range.hosted]) {
      const { body } = await server.send({
        method: 'GET',
        target: `/api/campaigns?search=${SMUGGLED}`,
        headers: [bearer(ATTACKER.key)],
      })
      if (JSON.parse(body.toString()).data.length > 0)
        attempt.found('a hidden request was carried out', server)
    }
  },
}

export const SMUGGLING: Idea[] = [smuggling]
