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

type Place = (file: string) => string

/** The members that name files. A word alone is something packaged: a fixture, or the document of the sandbox. */
const FILES: Readonly<Record<string, (text: string, at: Place) => string>> = {
  overlay: (file, at) => at(file),
  known: (file, at) => at(file),
  data: (folder, at) => at(folder),
  fixture: (name, at) => (/[/\\.]/.test(name) ? at(name) : name),
  compare: (names, at) =>
    names
      .split(',')
      .map((name) => FILES.fixture?.(name.trim(), at))
      .join(),
  report: (report, at) => report.replace(/(?<==).*/s, at),
}

/** Members of a configuration, whose files are named from its folder. */
export function withPaths<Members extends object>(members: Members, file: string): Members {
  const folder = relative(process.cwd(), dirname(file))
  if (folder === '') return members
  const at: Place = (name) => (isAbsolute(name) ? name : join(folder, name))
  const placed = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => placed(name, each))
    if (name === 'serve') return withPaths(value as object, file)
    return typeof value === 'string' ? (FILES[name]?.(value, at) ?? value) : value
  }
  const entries = Object.entries(members).map(([name, value]) => [name, placed(name, value)])
  return Object.fromEntries(entries) as Members
}
