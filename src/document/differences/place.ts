import type { Writer } from './difference.ts'

/** A part of an exchange that has a schema. */
export interface Part {
  writer: Writer
  /** The whole value: `response body`, `query parameter limit`. */
  root: string
  /** What precedes the path of a member: `response member`; none where the path is joined to the root. */
  member?: string
  /** Where a shared schema is met: `responses`. */
  group: string
}

/** A value in a part: where it stands, and where in the innermost component that describes it. */
export interface Place {
  part: Part
  /** `data[].id`; empty for the whole value. */
  path: string
  /** Name of the component schema. */
  component?: string
  /** The path in that component. */
  relative: string
}

export const RESPONSE: Part = {
  writer: 'server',
  root: 'response body',
  member: 'response member',
  group: 'responses',
}
export const FAILURE: Part = {
  writer: 'server',
  root: 'failure body',
  member: 'failure member',
  group: 'failures',
}
export const BODY: Part = { writer: 'client', root: 'body', member: 'body member', group: 'bodies' }
export const PAYLOAD: Part = {
  writer: 'server',
  root: 'payload',
  member: 'payload member',
  group: 'payloads',
}

export function header(name: string, writer: Writer = 'server'): Part {
  return { writer, root: `header ${name}`, group: 'headers' }
}

export function parameter(where: string, name: string): Part {
  return { writer: 'client', root: `${where} parameter ${name}`, group: 'parameters' }
}

/** The whole value of a part. */
export function whole(part: Part): Place {
  return { part, path: '', relative: '' }
}

/** A value inside of another: a member by its name, or `[]` for the entries of a list. */
export function inside(place: Place, name: string): Place {
  return { ...place, path: join(place.path, name), relative: join(place.relative, name) }
}

/** A value that a component describes. */
export function ofComponent(place: Place, component: string): Place {
  return { ...place, component, relative: '' }
}

/** `response member data.total`: the value as a client finds it. */
export function nameOf({ part, path }: Place): string {
  if (path === '') return part.root
  return part.member ? `${part.member} ${path}` : join(part.root, path)
}

/** `response member total of Campaign`: the value wherever its component is met; undefined if it is in none. */
export function componentNameOf({ part, component, relative }: Place): string | undefined {
  if (component === undefined) return undefined
  if (relative === '') return `${component} in ${part.group}`
  return part.member
    ? `${part.member} ${relative} of ${component}`
    : `${relative} of ${component} in ${part.group}`
}

/** A path that is one step longer. */
export function join(path: string, name: string): string {
  if (name === '[]' || name.startsWith('[')) return path + name
  const step = /^[\w$*-]+$/.test(name) ? name : `[${JSON.stringify(name)}]`
  return path === '' || step.startsWith('[') ? path + step : `${path}.${step}`
}
