import { ATTACKER } from '../accounts.ts'
import { FORMULAS, SCRIPTS } from '../hostile-texts.ts'
import type { Attempt, Idea } from '../idea.ts'
import { bearer } from '../request.ts'
import type { ProbedServer } from '../server.ts'

const OWN = [bearer(ATTACKER.key)]

/** Hostile texts where they may reach a header or a line of the log. */
const headers: Idea = {
  name: 'headers',
  weight: 5,
  async run(attempt) {
    const { random, range } = attempt
    const text = encode(random.pick([...SCRIPTS, ...FORMULAS]))
    const raw = text.replace(/%[\da-f]{2}/gi, '\xe9')
    const name = random.pick([
      'X-Request-Id',
      'Origin',
      'Referer',
      'User-Agent',
      'Prefer',
      'X-Sandbox-Delay',
      'X-Sandbox-Error',
      'Accept',
      'Accept-Language',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Forwarded-For',
      'Host',
      'Access-Control-Request-Headers',
    ])
    const value = name === 'X-Sandbox-Error' || name === 'Prefer' ? raw.replace(/5/g, '4') : raw
    const target = random.pick([
      '/api/campaigns',
      `/api/campaigns/${text}`,
      `/api/${text}`,
      `/_sandbox/${text}`,
      `/files/${text}`,
      `/${text}`,
      `/_sandbox/deliveries/${text}`,
    ])
    const answer = await attempt.send(range.hosted, {
      method: random.pick(['GET', 'GET', 'OPTIONS', 'POST']),
      target,
      headers: [...OWN, `${name}: ${value}`],
    })
    if (answer?.headers.get('content-type')?.startsWith('text/html') && answer.status >= 400) {
      attempt.found('a failure as a page', range.hosted, undefined, answer)
    }
    judgeLog(attempt, range.hosted)
  },
}

const encode = (text: string) => encodeURIComponent(text).replace(/%00/g, '%01')

/** A line of the log is one object without controls, and holds no credential. */
function judgeLog(attempt: Attempt, server: ProbedServer): void {
  for (const line of server.takeLog()) {
    if (/\p{Cc}|\u2028|\u2029/u.test(line))
      attempt.found('a control character in the log', server, undefined, line)
    if (
      /svc_(test|restricted|session)_(?!\*|…|\.)[\w-]{6,}|zqadmin9|-password|webhook-secret/.test(
        line,
      )
    ) {
      attempt.found('a credential in the log', server, undefined, line)
    }
    try {
      JSON.parse(line)
    } catch {
      attempt.found('a line of the log is no JSON', server, undefined, line)
    }
  }
}

export const HEADERS: Idea[] = [headers]
