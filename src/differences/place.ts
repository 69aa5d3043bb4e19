/** Who writes a value. This decides what more or fewer allowed values mean to a client. */
export type Writer = 'client' | 'server'

/** A part of an exchange that has a schema. */
export interface Part {
  writer: Writer
  /** The whole value: `response body`, `query parameter limit`. */
  root: string
  /** The text before the path of a member: `response member`; without it, the path is joined to the root. */
  member?: string
  /** The parts of this kind, for shared schemas: `responses`. */
  group: string
}

/** A value in a part: its path, and its path in the innermost component that describes it. */
export interface Place {
  part: Part
  /** `data[].id`; empty for the whole value. */
  path: string
  /** Name of the component schema. */
  component?: string
  /** The path in that component. */
  relative: string
}

export const RESPONSE = bodyPart('server', 'response', 'responses')
export const FAILURE = bodyPart('server', 'failure', 'failures')
export const BODY = bodyPart('client', 'body', 'bodies', 'body')
export const PAYLOAD = bodyPart('server', 'payload', 'payloads', 'payload')

function bodyPart(writer: Writer, name: string, group: string, root = `${name} body`): Part {
  return { writer, root, member: `${name} member`, group }
}

export function header(name: string, writer: Writer = 'server'): Part {
  return { writer, root: `header ${name}`, group: 'headers' }
}

export function parameter(where: string, name: string, writer: Writer): Part {
  return { writer, root: `${where} parameter ${name}`, group: 'parameters' }
}

/** The whole value of a part. */
export function whole(part: Part): Place {
  return { part, path: '', relative: '' }
}

/** A value in another: a member by its name, or `[]` for the entries of a list. */
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

/** `response member total of Campaign`: the value in every use of its component; undefined outside of components. */
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
