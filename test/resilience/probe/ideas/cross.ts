import { ATTACKER, VICTIM } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import {
  ALL_OPERATIONS,
  bodyFor,
  isControl,
  isOpen,
  isOperators,
  isWaiting,
  type ProbedOperation,
  pathFor,
  queryFor,
  SERVICE,
} from '../operations.ts'
import { bearer, JSON_BODY } from '../request.ts'
import { victimIds } from '../victim.ts'

const OWN = ALL_OPERATIONS.filter(
  (operation) => !isOpen(operation) && !isOperators(operation) && !isWaiting(operation),
)
const WITH_PATH = OWN.filter(({ path }) => path.includes('{'))

/** The ids of another account, in paths, parameters, bodies and headers, with a full key of one's own. */
const ids: Idea = {
  name: 'ids',
  weight: 14,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const known = await victimIds(server)
    const inPath = random.chance(50)
    // Its own entries are deleted by no idea, because others use them.
    const operation = random.pick(
      inPath ? WITH_PATH : OWN.filter(({ method }) => method !== 'DELETE'),
    )
    const id = random.pick(known)
    const path = inPath ? operation.path.replace(/\{\w+\}/g, id) : pathFor(operation)
    const parameters = operation.parameters
      .filter((name) => name !== 'account' && random.chance(40))
      .map(
        (name) => `${name}=${random.pick([id, `${id},${ATTACKER.campaign}`, random.pick(known)])}`,
      )
    const query = inPath
      ? queryFor(operation)
      : parameters.length > 0
        ? `?${parameters.join('&')}`
        : ''
    const headers = [bearer(ATTACKER.key), `Last-Event-ID: ${id}`]
    await attempt.send(
      server,
      {
        method: operation.method,
        target: path + query,
        headers: operation.hasBody ? [...headers, JSON_BODY] : headers,
        ...(operation.hasBody && {
          body: JSON.stringify(withIds(operation, id, random.chance(50))),
        }),
      },
      inPath && pathFor(operation) !== path
        ? { status: (status) => status >= 400, because: 'an id of another account' }
        : {},
      operation.id,
    )
  },
}

/** A body whose members that could be ids are those of the other account. */
function withIds(operation: ProbedOperation, id: string, everywhere: boolean) {
  const body = bodyFor(operation)
  const changed = Object.entries(body).map(([name, value]) => {
    if (/(^|_)id$|^key$|account/.test(name)) return [name, id]
    if (name === 'alerts') return [name, [id]]
    if (name === 'url' || name === 'fixture' || name === 'to') return [name, value]
    return [name, everywhere && typeof value === 'string' ? id : value]
  })
  return { ...Object.fromEntries(changed), account_id: VICTIM.id, owner: VICTIM.id }
}

/** Download links of the victim with something changed, and links of the attacker for data of the victim. */
const links: Idea = {
  name: 'links',
  weight: 6,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const owner = random.pick([VICTIM, ATTACKER])
    const link = await linkOf(server, owner, random.below(4))
    const changed = random.pick(CHANGES)(link, random.below(10_000))
    if (changed === link) return
    await attempt.send(
      server,
      {
        method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
        target: changed,
        headers: random.chance(50) ? [bearer(ATTACKER.key)] : [],
      },
      {
        status: (status) => status >= 400,
        because: 'an altered download link',
      },
    )
  },
}

const flipped = (text: string, at: number) => {
  const char = text[at] as string
  const next = /[0-8a-y]/i.test(char) ? String.fromCharCode(char.charCodeAt(0) + 1) : 'a'
  return text.slice(0, at) + next + text.slice(at + 1)
}

const inQuery = (link: string, change: (query: URLSearchParams) => void) => {
  const url = new URL(link, 'http://x')
  change(url.searchParams)
  return url.pathname + url.search
}

const swapped = (text: string) =>
  text.replaceAll('victim', '*').replaceAll('attacker', 'victim').replaceAll('*', 'attacker')

const CHANGES: ((link: string, n: number) => string)[] = [
  // A letter of anything behind the name of the folder.
  (link, n) => flipped(link, 8 + (n % (link.length - 8))),
  (link, n) => flipped(link, link.length - 1 - (n % 40)),
  (link, n) => link.slice(0, link.length - 1 - (n % 60)),
  (link, n) => `${link}${'aA0%&'[n % 5]}`,
  (link) => swapped(link),
  (link) => inQuery(link, (query) => query.set('account', swapped(query.get('account') ?? ''))),
  (link) => inQuery(link, (query) => query.append('account', VICTIM.id)),
  (link) => inQuery(link, (query) => query.set('expires', '9999999999')),
  (link) => inQuery(link, (query) => query.set('expires', '1e99')),
  (link) => inQuery(link, (query) => query.append('expires', '9999999999')),
  (link) => inQuery(link, (query) => query.delete('signature')),
  (link) => inQuery(link, (query) => query.set('signature', '')),
  (link) => inQuery(link, (query) => query.set('campaign_id', VICTIM.campaign)),
  (link) => inQuery(link, (query) => query.append('x', '1')),
  (link) => link.replace('/files/', '/files/../files/./'),
  (link) => link.replace('/files/', '/files//'),
  (link) => link.replace('.csv', '.pdf'),
  (link) => link.replace(/\/files\/[^?]*/, '/files/other.csv'),
  (link) => link.replace(/\/files\/[^?]*/, '/files/%0d%0aX-Injected:%201.csv'),
  (link) => link.replace(/\/files\/[^?]*/, '/files/..%2f..%2fetc%2fpasswd'),
]

const LINKS = SERVICE.filter(({ id }) => id === 'generateReport' || id === 'exportCsv')
const known = new Map<string, string>()

/** Path and query of a download link that its owner asked for. */
async function linkOf(
  server: Parameters<typeof victimIds>[0],
  owner: typeof ATTACKER | typeof VICTIM,
  which: number,
): Promise<string> {
  const operation = LINKS[which % LINKS.length] as ProbedOperation
  const format = operation.id === 'exportCsv' ? '' : '&format=csv'
  const target = pathFor(operation, owner) + queryFor(operation, owner) + format
  const name = `${server.name} ${owner.id} ${target}`
  const before = known.get(name)
  if (before) return before
  const { body } = await server.send({ method: 'GET', target, headers: [bearer(owner.key)] })
  const { data, error } = JSON.parse(body.toString())
  if (!data?.download_url) throw new Error(`no link at ${target}: ${JSON.stringify(error)}`)
  const url = new URL(data.download_url)
  const link = url.pathname + url.search
  known.set(name, link)
  return link
}

/** The attacker asks the control plane for streams, which must show nothing of the victim. */
const streams: Idea = {
  name: 'streams',
  weight: 1,
  async run(attempt) {
    const { random } = attempt
    const operation = random.pick(OWN.filter(({ id }) => id.startsWith('stream')).filter(isControl))
    const known = await victimIds(attempt.range.hosted)
    const account = random.pick(['', `?account=${ATTACKER.id}`, `?account=${VICTIM.id}`])
    await attempt.send(
      attempt.anyServer(),
      {
        method: 'GET',
        target: operation.path + account,
        headers: [bearer(ATTACKER.key), `Last-Event-ID: ${random.pick(known)}`],
      },
      account.includes(VICTIM.id)
        ? { status: (status) => status >= 400, because: 'a stream of another account' }
        : {},
      operation.id,
    )
  },
}

export const CROSS: Idea[] = [ids, links, streams]
