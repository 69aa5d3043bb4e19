import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './snippets.ts'

/** A step of a job, as a shell script and the variables of its own. */
export interface ScriptStep {
  name: string
  script: string
  env: Record<string, string>
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  outputs: Record<string, { value: string }>
  runs: { steps: { name: string; run: string; env?: Record<string, string> }[] }
}

export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))

/** The steps of `action.yml` with these inputs, as the runner of GitHub reads them. */
export function actionSteps(given: Record<string, string>): ScriptStep[] {
  const inputs = withDefaults(action.inputs, given)
  const filled = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name] ?? '')
  return action.runs.steps.map(({ name, run, env = {} }) => ({
    name,
    script: filled(run),
    env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
  }))
}

interface Job {
  script: string[]
  variables: Record<string, string>
  artifacts: { reports: { junit: string }; paths: string[] }
}

/** The job of `deploy/gitlab/check.yml` with these inputs, as GitLab reads it. */
export function componentJob(given: Record<string, string>): Job {
  const text = readFileSync(join(root, 'deploy/gitlab/check.yml'), 'utf8')
  const [head, body = ''] = text.split(/^---\n/m)
  const { spec } = parse(head ?? '')
  const inputs = withDefaults(spec.inputs, given)
  const filled = body.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => {
    const value = inputs[name]
    if (value === undefined) throw new Error(`The component has no input "${name}".`)
    return value
  })
  return parse(filled)[inputs.job as string]
}

function withDefaults(
  declared: Record<string, { default?: string }>,
  given: Record<string, string>,
): Record<string, string> {
  const unknown = Object.keys(given).find((name) => !(name in declared))
  if (unknown) throw new Error(`There is no input "${unknown}".`)
  const missing = Object.entries(declared).find(
    ([name, input]) => input.default === undefined && given[name] === undefined,
  )
  if (missing) throw new Error(`The input "${missing[0]}" is required.`)
  const defaults = Object.entries(declared).map(([name, input]) => [name, input.default ?? ''])
  return { ...Object.fromEntries(defaults), ...given }
}
