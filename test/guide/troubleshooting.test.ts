import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './snippets.ts'

/** Messages of other programs. */
const FOREIGN = ['npm error', ': not found', 'error: too many']

it('explains messages that the sandbox or the suite really gives', () => {
  const code = ['src', 'contract-tests']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.ts$/.test(file))
        .map((file) => readFileSync(join(root, room, file), 'utf8')),
    )
    .join('\n')
  const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8')
  const messages = [...page.matchAll(/^### .*$/gm)].flatMap(([heading]) =>
    [...heading.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  )

  const own = messages.filter((message) => !FOREIGN.some((part) => message.includes(part)))
  expect(own.length).toBeGreaterThan(15)
  for (const message of own) {
    for (const part of message
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part.length > 3)) {
      expect(code.includes(part), `${message}: ${part}`).toBe(true)
    }
  }
})
