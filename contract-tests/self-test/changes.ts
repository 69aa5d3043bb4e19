/** The words in which bugs and variations are written. */
import {
  type Campaign,
  type Fields,
  type Key,
  type Options,
  Refusal,
  type Reply,
  type Request,
  type Shown,
  type StyleName,
  TOKENS,
  type World,
} from './world.ts'

/** Another way to keep every statement. */
export interface Variation {
  name: string
  kind: string
  /** Both styles by default. */
  styles?: StyleName[]
  options?: Partial<Options>
  plant?(world: World): void
  /** Checked with four keys, because a run with six has no room for all requests. */
  hasFewKeys?: boolean
}

/** A bug that a team could ship. It breaks a statement by any fair reading. */
export interface Bug extends Variation {
  plant(world: World): void
}

export type Plant = Bug['plant']
export const FEW_KEYS = { hasFewKeys: true }

type Part = Pick<Bug, 'options' | 'styles' | 'hasFewKeys'>

export function variations(
  kind: string,
  entries: [string, Variation['plant'], Part?][],
): Variation[] {
  return entries.map(([name, plant, part]) => ({ name, kind, ...(plant && { plant }), ...part }))
}

/** Bugs of one kind. */
export function bugsOf(kind: string, entries: [string, Bug['plant'], Part?][]): Bug[] {
  return entries.map(([name, plant, part]) => ({ name, kind, plant, ...part }))
}

/** Changes what a create or an update stores. */
export function stores(change: (fields: Fields, world: World, request: Request) => Fields) {
  return (world: World) => {
    const { accept } = world
    world.accept = (body, request) => change(accept(body, request), world, request)
  }
}

/** Changes what responses show of a campaign. */
export function shows(
  change: (fields: Fields, as: Shown, campaign: Campaign, world: World) => Fields,
) {
  return (world: World) => {
    const { show } = world
    world.show = (campaign, as) => change(show(campaign, as), as, campaign, world)
  }
}

/** Finished replies. */
export function replies(change: (reply: Reply, request: Request, world: World) => void) {
  return (world: World) => {
    const { after } = world
    world.after = (reply, request) => {
      after(reply, request)
      change(reply, request, world)
    }
  }
}

/** Replies of one sort. */
export const at = (
  is: (reply: Reply, request: Request) => boolean,
  change: (reply: Reply) => void,
) =>
  replies((reply, request) => {
    if (is(reply, request)) change(reply)
  })

/** Replies with a failure. */
export const failing = (
  change: (error: Record<string, unknown>, body: Record<string, unknown>) => void,
) =>
  replies(({ body }) => {
    if (body?.error) change(body.error, body)
  })

/** Replies to one operation that succeeded. */
export function repliesTo(operation: string, change: (reply: Reply, world: World) => void) {
  return replies((reply, request, world) => {
    if (request.operation === operation && reply.status < 300) change(reply, world)
  })
}

export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** Changes each keyword; not those of another type. */
export function keywords(change: (list: string[]) => string[]) {
  return stores((fields) =>
    Array.isArray(fields.keywords) ? { ...fields, keywords: change(fields.keywords) } : fields,
  )
}

export function named(change: (name: string) => string) {
  return stores((fields) =>
    typeof fields.name === 'string' ? { ...fields, name: change(fields.name) } : fields,
  )
}

/** Counts up for a server and a name. */
export function tally(world: World, name: string): number {
  const count = ((world.memory.get(name) as number | undefined) ?? 0) + 1
  world.memory.set(name, count)
  return count
}

export type When = (reply: Reply, request: Request, world: World) => boolean
export type Change = (reply: Reply, request: Request, world: World) => void

/** Changes the finished replies for which all conditions hold. */
export function changed(...parts: [...When[], Change]): Plant {
  const conditions = parts.slice(0, -1) as When[]
  const change = parts.at(-1) as Change
  return replies((reply, request, world) => {
    if (conditions.every((holds) => holds(reply, request, world))) change(reply, request, world)
  })
}

export const succeeded: When = ({ body }) => body?.success === true
export const failed: When = ({ body }) => body?.success === false
export const failedWith =
  (...codes: string[]): When =>
  ({ body }) =>
    codes.includes(body?.error?.code)
export const by =
  (...operations: string[]): When =>
  (_, { operation }) =>
    operation !== undefined && operations.includes(operation)
export const from =
  (name: keyof typeof TOKENS): When =>
  (_, request, world) =>
    world.sentToken(request) === TOKENS[name]
/** Every nth of those for which the conditions before it hold. */
export const every =
  (n: number): When =>
  (_reply, _request, world) =>
    tally(world, `every ${n}`) % n === 0
/** Only the nth of those for which the conditions before it hold. */
export const nth =
  (n: number): When =>
  (_reply, _request, world) =>
    tally(world, `nth ${n}`) === n

export const LIMIT = 'X-RateLimit-Limit'
export const REMAINING = 'X-RateLimit-Remaining'
export const RESET = 'X-RateLimit-Reset'

export const header =
  (name: string, value: (is: string) => string | string[]): Change =>
  ({ headers }) => {
    headers[name] = value(String(headers[name]))
  }
/** Sends this instead of the JSON. */
export const text =
  (raw: (json: string) => string | Buffer, contentType?: string): Change =>
  (reply) => {
    reply.text = raw(JSON.stringify(reply.body))
    if (contentType) reply.headers['Content-Type'] = contentType
  }
/** Changes a success's `data`. */
export const data =
  // biome-ignore lint/suspicious/noExplicitAny: as in Reply
    (change: (data: any, request: Request, world: World) => unknown): Change =>
    ({ body }, request, world) => {
      body.data = change(body.data, request, world)
    }

const CAMPAIGNS = ['listCampaigns', 'createCampaign', 'getCampaign', 'updateCampaign']

/** A reply that shows campaigns. */
export const showsCampaigns: When = ({ body }, { operation = '' }) =>
  body?.success === true && CAMPAIGNS.includes(operation)
/** A reply that shows the campaign of the path. */
export const showsCampaign: When = (reply, request, world) =>
  showsCampaigns(reply, request, world) && request.operation !== 'listCampaigns'

/** Does something in place of an operation, or around it, after the key and its permission were looked at. */
export function handled(
  operation: string,
  handle: (request: Request, next: () => Reply, world: World) => Reply,
): Plant {
  return acts((request, next, world) =>
    request.operation === operation ? handle(request, next, world) : next(),
  )
}

/** As `handled`, for all operations. */
export function acts(act: (request: Request, next: () => Reply, world: World) => Reply): Plant {
  return (world) => {
    const { act: former } = world
    world.act = (request, next) => act(request, () => former(request, next), world)
  }
}

/** Refuses the requests for which it returns a message. */
export function refuses(
  why: (request: Request, world: World) => string | undefined | false,
  code = 'invalid_request',
): Plant {
  return acts((request, next, world) => {
    const message = why(request, world)
    if (message) throw new Refusal(code, message)
    return next()
  })
}

/** Changes a key at the start. */
export function keyed(name: keyof typeof TOKENS, change: Partial<Key>): Plant {
  return (world) => {
    Object.assign(world.keys.find(({ token }) => token === TOKENS[name]) as Key, change)
  }
}

export function all(...plants: Plant[]): Plant {
  return (world) => {
    for (const plant of plants) plant(world)
  }
}
