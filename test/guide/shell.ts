import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inject } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { actionSteps, componentJob } from './recipes.ts'
import { root, type Snippet } from './snippets.ts'

export interface Ran {
  snippet: Snippet
  /** Undefined where the script ended before it. */
  code: number | undefined
  output: string
}

/**
 * Runs the shell snippets of a page in one bash, in their order, as a reader would; those that keep running have a
 * terminal of their own. Ports 4010, 4020 and 3000 become free ones, and `npx svc-sandbox` is the bundle of this source:
 * npx itself takes seconds each time.
 */
export async function runPage(snippets: readonly Snippet[]): Promise<Ran[]> {
  const ports: Record<string, number> = {
    4010: await freePort(),
    4020: await freePort(),
    3000: await freePort(),
  }
  const folder = temporaryFolder()
  const results = join(folder, '.results')
  mkdirSync(results)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  shims(join(folder, '.bin'))

  const script = ['set -m', 'declare -A jobs']
  snippets.forEach((snippet, index) => {
    const text = withPorts(snippet.text, ports)
    const [out, rc] = [join(results, `${index}.out`), join(results, `${index}.rc`)]
    if (snippet.how === 'file') {
      writeFileSync(join(folder, snippet.argument), text)
    } else if (snippet.how === 'overlay') {
      writeFileSync(join(results, `${index}.yaml`), OVERLAY + indented(text))
      script.push(
        group(`npx svc-sandbox diff packaged .results/${index}.yaml --fail-on none`, out, rc),
      )
    } else if (snippet.how === 'workflow') {
      script.push(group(withPorts(workflowCommands(snippet.text), ports), out, rc))
    } else if (snippet.how === 'background') {
      const port = ports[snippet.argument]
      const open = `(echo >/dev/tcp/127.0.0.1/${port}) 2>/dev/null`
      const pause = 'sleep 0.1; done'
      script.push(
        `[ -z "\${jobs[${port}]}" ] || kill -- -\${jobs[${port}]}`,
        `for i in {1..150}; do ${open} || break; ${pause}`,
        `{ ${text}\n} >${out} 2>&1 & jobs[${port}]=$!`,
        `for i in {1..150}; do ${open} && ${isShowing(snippets[index + 1], out)} && break; ${pause}`,
        `${open}; echo $? >${rc}`,
      )
    } else if (snippet.how === 'shell') {
      script.push(group(text, out, rc, snippet.argument))
    }
  })
  // bash waits for the shell of a job only, while its server may still be writing to the folder.
  script.push(
    `for job in "\${jobs[@]}"; do kill -- -$job; done; wait`,
    `for job in "\${jobs[@]}"; do while kill -0 -- -$job 2>/dev/null; do sleep 0.05; done; done`,
  )
  writeFileSync(join(folder, '.script'), script.join('\n'))

  const inherited = Object.entries(process.env).filter(([name]) => !/^(SVC_|VITEST)/.test(name))
  const child = spawn('bash', ['.script'], {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      PATH: `${join(folder, '.bin')}${delimiter}${process.env.PATH}`,
      COLUMNS: '80',
      SVC_PORT: String(ports[4010]),
      SVC_URL: `http://127.0.0.1:${ports[4010]}`,
    },
    stdio: 'ignore',
    timeout: 120_000,
  })
  await once(child, 'close')
  const read = (name: string) =>
    existsSync(join(results, name)) ? readFileSync(join(results, name), 'utf8') : undefined
  return snippets.map((snippet, index) => {
    const code = read(`${index}.rc`)
    return {
      snippet,
      code: code === undefined ? undefined : Number(code),
      output: withoutPorts(asInTerminal(read(`${index}.out`) ?? ''), ports),
    }
  })
}

/** A server without a terminal logs JSON, which readers of the page don't see. */
function asInTerminal(output: string): string {
  return output.replace(/^\{"level":.*\n/gm, '')
}

/** A test in the shell: whether a server has begun to print what the page shows next, which is after it listens. */
function isShowing(next: Snippet | undefined, out: string): string {
  if (next?.how !== 'output') return 'true'
  const [first = ''] = next.text.trim().split('\n')
  return `grep -qF '${first.replaceAll("'", "'\\''")}' ${out}`
}

const OVERLAY = 'overlay: 1.0.0\ninfo: { title: Example, version: 1.0.0 }\nactions:\n'

function indented(text: string): string {
  return text.replace(/^/gm, '  ')
}

/**
 * A block whose exit code is not 0 if any of its commands fails, or any response that curl gets. With an `argument`
 * (`with errors`, `exit 1`) failures are part of what the block shows: the last command decides.
 */
function group(text: string, out: string, rc: string, argument = ''): string {
  if (argument !== '') {
    return `export ALLOW_ERRORS=1; { ${text}\n} >${out} 2>&1; echo $? >${rc}; unset ALLOW_ERRORS`
  }
  return `failed=0; trap 'failed=1' ERR; { ${text}\n} >${out} 2>&1; trap - ERR; echo $failed >${rc}`
}

/** `npx svc-sandbox …` is the bundle, and `curl` fails where the response is an error, which `-s` alone hides. */
export function shims(folder: string): void {
  mkdirSync(folder)
  const curl = execFileSync('which', ['curl'], { encoding: 'utf8' }).trim()
  const commands = {
    npx: `if [ "$1" = svc-sandbox ]; then shift; exec "${process.execPath}" "${inject('cli')}" "$@"; fi
exec "$(dirname "${process.execPath}")/npx" "$@"`,
    'svc-sandbox': `exec "${process.execPath}" "${inject('cli')}" "$@"`,
    curl: `[ -n "$ALLOW_ERRORS" ] || set -- --fail-with-body "$@"; exec ${curl} "$@"`,
  }
  for (const [name, command] of Object.entries(commands)) {
    const file = join(folder, name)
    writeFileSync(file, `#!/usr/bin/env bash\n${command}\n`)
    chmodSync(file, 0o755)
  }
}

/** The commands of a workflow of GitHub Actions or GitLab CI, with the keys of the demo as its secrets. */
function workflowCommands(text: string): string {
  const { jobs, include } = parse(text)
  const steps = jobs
    ? Object.values<{ steps: WorkflowStep[] }>(jobs).flatMap((job) => job.steps.flatMap(stepsOf))
    : (include as { inputs: Record<string, string> }[]).map(({ inputs }) => {
        const { script, variables } = componentJob({ 'base-url': '', ...inputs })
        return { script: script.join('\n'), env: { ...variables, ...GITLAB } }
      })
  return steps
    .flatMap(({ script, env }) => {
      // The command is in the PATH already.
      const commands = script.replace(/^npm (ci|install).*$/gm, '').trim()
      if (!commands) return []
      const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`)
      return [
        `( set -e; export GITHUB_STEP_SUMMARY=summary.md GITHUB_OUTPUT=output.txt RUNNER_TEMP=.temp
${variables.join('\n')}
${commands}
)`,
      ]
    })
    .join('\n')
}

interface WorkflowStep {
  run?: string
  uses?: string
  with?: Record<string, string>
  env?: Record<string, string>
}

/** A step that runs commands, or the steps of our action. */
function stepsOf({ run, uses = '', with: inputs = {}, env = {} }: WorkflowStep) {
  if (/svc-sandbox@/.test(uses)) return actionSteps(withSecrets(inputs))
  return run === undefined ? [] : [{ script: run, env: withSecrets(env) }]
}

function withSecrets(values: Record<string, string>): Record<string, string> {
  const filled = (value: string) =>
    value.replace(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g, (_, name) => SECRETS[name] ?? '')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]))
}

const SECRETS: Record<string, string> = {
  STAGING_BASE_URL: 'http://localhost:4010/api',
  SVC_TOKEN: 'svc_test_demo',
  SVC_RESTRICTED_TOKEN: 'svc_restricted_readonly',
  SVC_LIMITED_TOKEN: 'svc_test_limited',
  SVC_REVOKED_TOKEN: 'svc_test_revoked',
}
const GITLAB = Object.fromEntries(
  Object.entries(SECRETS).filter(([name]) => name.startsWith('SVC_')),
)

function withPorts(text: string, ports: Record<string, number>): string {
  return text.replace(/\b(4010|4020|3000)\b/g, (port) => String(ports[port]))
}

function withoutPorts(text: string, ports: Record<string, number>): string {
  return Object.entries(ports).reduce(
    (made, [port, free]) => made.replaceAll(String(free), port),
    text,
  )
}
