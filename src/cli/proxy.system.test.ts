import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOSTILE } from '../../test/support/hostile-sandbox.ts'
import { startHttp } from '../../test/support/listening.ts'
import { startCli } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { yieldToEventLoop } from '../time/pauses.ts'

const META = { timestamp: '2026-11-23T10:00:00.000Z', version: '1.2.0' }

/** An upstream with one wrong answer, and one path in its own form. */
async function startUpstream() {
  const root = await startHttp((req, res) => {
    const success = req.url === '/api/auth/me' ? HOSTILE : true
    res.setHeader('Content-Type', 'application/json')
    for (const name of ['Limit', 'Remaining', 'Reset']) res.setHeader(`X-RateLimit-${name}`, '100')
    res.end(JSON.stringify({ success, data: {}, meta: META }))
  })
  return `${root}/api`
}

async function startProxy(args: string[]) {
  const child = startCli(['proxy', await startUpstream(), '--port', '0', ...args])
  const until = async (pattern: RegExp) => {
    let found = pattern.exec(child.stderr())
    while (found === null) {
      await yieldToEventLoop()
      found = pattern.exec(child.stderr())
    }
    return found
  }
  const [, url] = await until(/Base URL +(\S+)\n[\s\S]*Violations +\S+\n/)
  return { ...child, until, url: url as string }
}

it('shows each violation at once, and ends with reports and 1', async () => {
  const folder = temporaryFolder()
  const report = join(folder, 'traffic.xml')
  const { url, until, kill, ended } = await startProxy(['--report', `junit=${report}`])

  // Without a key, which is for the app to send.
  for (let n = 0; n < 2; n++) await (await fetch(`${url}/auth/me`)).text()
  await until(/CONTRADICTS §4 .* GET \/auth\/me/)
  kill('SIGINT')
  const { code, stderr, stdout } = await ended

  expect(code).toBe(1)
  expect(stderr.match(/CONTRADICTS §4 \(4\.6\)/g)).toHaveLength(1)
  expect(stderr).toContain('  Answers      2 upstream\n')
  const lines = (stdout + stderr).replace(/\s+/g, ' ')
  expect(lines).toMatch(
    /FAILED the app's requests contradict 1 statement of the specification; the server's responses contradict [2-9] statements/,
  )
  expect(readFileSync(report, 'utf8')).toContain('<failure')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be found
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

it('ends with 0 if nothing was contradicted', async () => {
  const { kill, ended } = await startProxy([])

  kill('SIGTERM')

  expect(await ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/Answers +none\n/) })
})
