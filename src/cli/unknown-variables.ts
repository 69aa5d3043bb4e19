import type { Command } from 'commander'
import { optionRows, variableOf } from '../config/options.ts'
import { similarTo } from '../schema/similar.ts'
import { note } from './output.ts'

/** Variables that set no flag of a command. */
const OTHERS = [
  ...(['SVC_BASE_URL', 'SVC_URL'] as const),
  ...optionRows.flatMap(([, { variable }]) => variable ?? []),
]

/**
 * Reports variables such as SVC_PROT, which would have no effect. Others that begin with SVC_ may be of another program:
 * Kubernetes sets some for a service with the name svc.
 */
export function noteUnknownVariables(program: Command, env: NodeJS.ProcessEnv = process.env): void {
  const options = program.commands.flatMap((command) => command.options)
  const known = [...OTHERS, ...options.map(({ long }) => variableOf((long ?? '').slice(2)))]
  for (const name of Object.keys(env)) {
    if (!name.startsWith('SVC_') || known.includes(name)) continue
    const meant = similarTo(name, known)
    if (meant) note(`The variable ${name} is unknown and ignored. Did you mean ${meant}?`)
  }
}
