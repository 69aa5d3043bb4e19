import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../answers.ts'
import { complaintsAbout, exchange } from './abuse.ts'
import { type Malformed, whole } from './malformed-bytes.ts'

/** Part of every text of the victim that nobody else may see. It is in no id, because callers may send ids. */
export const MARKER = 'zqvictim7'
export const ADMIN_TOKEN = 'admin-zqadmin9-0123456789abcdef'

const accountOf = (name: string, marker: string) => ({
  id: `acc_${name}`,
  campaign: `cmp_${name}one`,
  webhook: `whk_${name}one`,
  alert: `alr_${name}one`,
  key: `svc_test_${marker}full`,
  /** May read campaigns only. */
  restricted: `svc_restricted_${marker}reads`,
  email: `person@${name}.example`,
  password: `password-of-${marker}`,
})

export const VICTIM = {
  ...accountOf('victim', MARKER),
  expired: `svc_test_${MARKER}expired`,
  revoked: `svc_test_${MARKER}revoked`,
  elsewhere: `svc_test_${MARKER}elsewhere`,
}
export const ATTACKER = accountOf('attacker', 'attacker')

export const bearer = (token: string) => `Authorization: Bearer ${token}`
export const JSON_BODY = 'Content-Type: application/json'
export const refused = (status: number) => status === 401 || status === 403
export const failed = (status: number) => status >= 400

/** Milliseconds after which a request that nobody answers is a complaint. */
const PATIENCE_MS = 60_000

const lines = (
  { id, campaign, webhook, alert, key, restricted, email, password }: typeof ATTACKER,
  text: string,
  more = '',
) => `
  - id: ${id}
    name: ${text} Ltd
    plan: Enterprise
    users: [{ email: ${email}, password: ${password}, name: ${text} Person }]
    keys:
      - { token: ${key}, name: ${text} key }
      - { token: ${restricted}, name: ${text} reads, permissions: ['campaigns:read'] }${more}
    campaigns:
      - { id: ${campaign}, name: ${text} campaign, type: serp, keywords: [${text} shoes], frequency: daily, brand: ${text}, domain: ${text}.example, since: -20d }
    alerts:
      - { id: ${alert}, name: ${text} alert, campaign_id: ${campaign}, event: ranking.changed }
    webhooks:
      - { id: ${webhook}, url: 'https://${text}.example/hook', events: [ranking.changed], secret: ${text}-webhook-secret, status: disabled }`

const FIXTURE = `accounts:${lines(
  VICTIM,
  MARKER,
  `
      - { token: ${VICTIM.expired}, created: -9d, expires: -1d }
      - { token: ${VICTIM.revoked}, created: -9d, revoked: -1d }
      - { token: ${VICTIM.elsewhere}, allowed_ips: [203.0.113.7] }`,
)}${lines(ATTACKER, 'attack')}
`

/** What no attack may change. */
const READS = [
  '/api/campaigns',
  '/api/webhooks',
  '/api/alerts',
  `/api/campaigns/${VICTIM.campaign}`,
]
const CONTROL_READS = [
  '/_sandbox/clock',
  '/_sandbox/faults',
  '/_sandbox/snapshots',
  '/_sandbox/webhooks',
]

/** A sandbox with an account of a victim and one of an attacker, and what was wrong with its answers. */
export class Scene {
  readonly complaints: string[] = []
  sent = 0
  readonly port: number
  readonly isHosted: boolean
  /** A service of this machine that a hosted sandbox may not reach. */
  internalPort = 0
  /** Download links of the victim and of the attacker. */
  links: string[] = []
  #before = ''
  readonly #internal: Server

  private constructor(port: number, isHosted: boolean) {
    this.port = port
    this.isHosted = isHosted
    this.#internal = createServer((socket) => {
      this.complaints.push('an internal service was reached')
      socket.destroy()
    })
  }

  /** Of a running sandbox; a hosted one knows ADMIN_TOKEN. */
  static async at(port: number, isHosted: boolean): Promise<Scene> {
    const scene = new Scene(port, isHosted)
    for (const { id } of [VICTIM, ATTACKER]) {
      await scene.operate('POST', '/accounts', { id, fixture: FIXTURE, fixture_account: id })
      await scene.operate('POST', `/clock?account=${id}`, { frozen: true })
    }
    await once(scene.#internal.listen(0, '127.0.0.1'), 'listening')
    scene.internalPort = (scene.#internal.address() as AddressInfo).port
    for (const { key, campaign } of [VICTIM, ATTACKER]) {
      const paths = [
        '/export/csv?type=campaigns',
        `/reports/generate?format=csv&campaign_id=${campaign}`,
      ]
      for (const path of paths) {
        const answer = await scene.read(`/api${path}`, key)
        const url = new URL(JSON.parse(answer).data.download_url)
        scene.links.push(url.pathname + url.search)
      }
    }
    scene.#before = await scene.#victim()
    return scene
  }

  /** The credentials of the operator: on loopback, none. */
  get operator(): string[] {
    return this.isHosted ? [bearer(ADMIN_TOKEN)] : []
  }

  /**
   * Sends one request and judges its answer; `isRight` says which statuses are right, because of `what`.
   * Undefined if there was no answer, which is a complaint unless the request is none.
   */
  async send(
    what: string,
    request: Malformed,
    isRight?: (status: number) => boolean,
    mayKnow = false,
  ): Promise<Answer | undefined> {
    this.sent += 1
    const isMetered = /^[A-Z]+ \/api(?:[/? ]|$)/.test(request.bytes.toString('latin1', 0, 40))
    const judged = { ...request, metered: isMetered }
    const answers = await Promise.race([
      exchange(this.port, [judged]),
      pause(PATIENCE_MS, [], { ref: false }),
    ])
    const [answer] = answers
    const found = complaintsAbout([judged], answers)
    if (answer && isRight && !isRight(answer.status))
      found.push(this.#about(`status ${answer.status}`, request))
    const text = answer ? JSON.stringify(answer) : ''
    if (!mayKnow && text.includes(MARKER)) found.push(this.#about('a text of the victim', request))
    this.complaints.push(...found.map((complaint) => `${what}: ${complaint}`))
    return answer
  }

  complain(what: string, request: Malformed): void {
    this.complaints.push(this.#about(what, request))
  }

  /** The text of an answer that must be a success. */
  async read(path: string, key: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }

  /** What the operator does, to prepare; no attack. */
  async operate(method: string, path: string, body: object): Promise<void> {
    const request = whole(
      method,
      `/_sandbox${path}`,
      [...this.operator, JSON_BODY],
      Buffer.from(JSON.stringify(body)),
    )
    const [answer] = await exchange(this.port, [request])
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${answer?.body}`)
  }

  /** Looks at what is left when all attacks are over. */
  async end(): Promise<void> {
    // Deliveries to the internal service may be on their way.
    await pause(300)
    if ((await this.#victim()) !== this.#before)
      this.complaints.push('the account of the victim has changed')
    this.#internal.close()
  }

  async #victim(): Promise<string> {
    const texts = await Promise.all(
      [...READS, ...CONTROL_READS].map((path) => this.read(path, VICTIM.key)),
    )
    return texts.join('\n').replace(/"(timestamp|request_id)":"[^"]*"/g, '')
  }

  #about(what: string, request: Malformed): string {
    const place = this.isHosted ? 'hosted' : 'loopback'
    return `${what}, ${place}, to:\n${request.bytes.toString('latin1', 0, 600)}`
  }
}
