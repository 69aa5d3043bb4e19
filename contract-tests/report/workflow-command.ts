import { printable } from '../../src/text/visible.ts'

/** An annotation for a command that could not start; empty outside of GitHub Actions. */
export function startError(message: string): string {
  if (process.env.GITHUB_ACTIONS !== 'true') return ''
  return `${command('error', { title: 'svc-sandbox could not start' }, message)}\n`
}

/** A workflow command of GitHub Actions, in one line. */
export function command(
  name: 'error' | 'warning' | 'notice',
  properties: Record<string, string | number>,
  message: string,
): string {
  const listed = Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',')
  return `::${name} ${listed}::${escapeMessage(message)}`
}

function escapeMessage(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
