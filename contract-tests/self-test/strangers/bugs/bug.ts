import type {
  Campaign,
  Fields,
  Options,
  Reply,
  Request,
  Shown,
  StyleName,
  World,
} from '../world.ts'

/** A bug that a team could ship. */
export interface Bug {
  name: string
  kind: string
  /** It breaks a statement by any fair reading; otherwise people could argue. */
  stated: boolean
  /** All styles by default. */
  styles?: StyleName[]
  options?: Partial<Options>
  plant(world: World): void
}

type Part = Pick<Bug, 'options' | 'styles'>

/** Bugs of one kind. */
export function bugsOf(
  kind: string,
  entries: [string, Bug['plant'], Part?][],
  stated = true,
): Bug[] {
  return entries.map(([name, plant, part]) => ({ name, kind, stated, plant, ...part }))
}

export const arguable = (kind: string, entries: [string, Bug['plant'], Part?][]) =>
  bugsOf(kind, entries, false)

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

/** Changes every text of what is stored. */
export function texts(change: (text: string) => string) {
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, deep(member)]))
  }
  return stores((fields) => deep(fields) as Fields)
}

/** Counts up for a server and a name. */
export function tally(world: World, name: string): number {
  const count = ((world.memory.get(name) as number | undefined) ?? 0) + 1
  world.memory.set(name, count)
  return count
}
