import { dirname, isAbsolute, join, relative } from 'node:path'
import type { SandboxConfig, Target } from '../config/config-file.ts'
import { type ConfigFile, EXTENSIONS, withVariables } from '../config/load.ts'
import { camelCase, type OriginOf, variableUnless } from '../config/sources.ts'
import { ConfigError, type SandboxOptions } from '../config.ts'
import { didYouMean } from '../schema/similar.ts'

/** The options of `check` for a target, or those of the top level. Throws ConfigError. */
export function checkOptionsOf(found: ConfigFile | undefined, name?: string): Target {
  const { top, target, file } = membersOf(found, name)
  const { serve: _, ...own } = target
  const { serve: __, ...others } = lacking(top, own)
  return withPaths(
    {
      ...withVariables(others, `${file}:`),
      ...withVariables(own, `${file}: targets.${name}`),
    },
    file,
  )
}

/** The options of `serve` for a target, or those of the top level. Throws ConfigError. */
export function serveOptionsOf(found: ConfigFile | undefined, name?: string): SandboxOptions {
  const { top, target, file } = membersOf(found, name)
  const overlay = target.overlay ?? top.overlay
  const own = target.serve ?? {}
  const serve = {
    ...withVariables(lacking(top.serve ?? {}, own), `${file}: serve`),
    ...withVariables(own, `${file}: targets.${name}.serve`),
  }
  const resolved = withPaths({ serve, ...(overlay !== undefined && { overlay }) }, file)
  return { ...resolved.serve, ...(resolved.overlay && { overlay: resolved.overlay }) }
}

/** The source of an option's value: a variable, or the configuration file. */
export function originIn(
  flags: object,
  file: ConfigFile | undefined,
  target: string | undefined,
): OriginOf {
  const variable = variableUnless(flags)
  return (name) => {
    const member = camelCase(name)
    if ((flags as Record<string, unknown>)[member] !== undefined) return undefined
    const tops = target === undefined ? [[]] : [['targets', target], []]
    const paths = tops.flatMap((top) =>
      [member, `${member}s`].flatMap((each) => [
        [...top, 'serve', each],
        [...top, each],
      ]),
    )
    const places = paths.map((path) => file?.placeOf(path))
    return variable(name) ?? places.find((place) => place !== undefined)
  }
}

function membersOf(found: ConfigFile | undefined, name: string | undefined) {
  if (found === undefined) {
    if (name === undefined) return { top: {}, target: {}, file: '' }
    throw new ConfigError(
      `There is no target ${name}: this folder has no svc-sandbox.config.{${EXTENSIONS.join(',')}}. Write one, name it with --config, or give a base URL such as https://api.example.com/api.`,
    )
  }
  const { targets: _, ...top } = found.config
  const target = name === undefined ? {} : namedTarget(found.config, name, found.file)
  return { top: top as Target, target, file: found.file }
}

/** The members that `own` lacks: variables of the others are not needed. */
function lacking<T extends object>(members: T, own: object): T {
  const entries = Object.entries(members).filter(([name]) => !Object.hasOwn(own, name))
  return Object.fromEntries(entries) as T
}

function namedTarget({ targets = {} }: SandboxConfig, name: string, file: string): Target {
  const target = targets[name]
  if (target !== undefined && Object.hasOwn(targets, name)) return target
  const names = Object.keys(targets)
  throw new ConfigError(
    `${file} has no target ${name}.${didYouMean(name, names)} ${names.length > 0 ? `Its targets: ${names.join(', ')}.` : 'It has no targets.'}`,
  )
}

/** Files are named from the folder of the configuration. */
function withPaths(target: Target, file: string): Target {
  const folder = relative(process.cwd(), dirname(file))
  if (folder === '') return target
  const at = (name: string) => (isAbsolute(name) ? name : join(folder, name))
  const { overlay, known, compare, report, serve } = target
  return {
    ...target,
    ...(overlay !== undefined && { overlay: [overlay].flat().map(at) }),
    ...(known !== undefined && { known: at(known) }),
    ...(compare !== undefined && { compare: comparedFiles(compare, at) }),
    ...(report !== undefined && {
      report: [report].flat().map((each) => {
        const [kind, ...rest] = each.split('=')
        return `${kind}=${at(rest.join('='))}`
      }),
    }),
    ...(serve && { serve: servePaths(serve, at) }),
  }
}

function comparedFiles(compare: string, at: (file: string) => string): string {
  const names = compare.split(',').map((name) => name.trim())
  return names.map((name) => (isFile(name) ? at(name) : name)).join()
}

function servePaths(
  serve: NonNullable<Target['serve']>,
  at: (file: string) => string,
): NonNullable<Target['serve']> {
  const { fixture, data } = serve
  return {
    ...serve,
    ...(fixture !== undefined && { fixture: isFile(fixture) ? at(fixture) : fixture }),
    ...(data !== undefined && { data: at(data) }),
  }
}

/** A word alone is something packaged: a fixture, or the document of the sandbox. */
function isFile(name: string): boolean {
  return /[/\\.]/.test(name)
}
