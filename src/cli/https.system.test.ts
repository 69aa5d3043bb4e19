import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runCli, startCli } from '../../test/support/processes/serve-process.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

async function startHttps() {
  const { port, certificate } = await startSandbox({ https: true, data: temporaryFolder() })
  return { root: `https://127.0.0.1:${port}`, port, file: certificate?.file ?? '' }
}

it('serve --https shows its certificate, and how to call with it', async () => {
  const data = temporaryFolder()
  const server = startCli(['serve', '--https', '--port', '0', '--data', data])

  await expect.poll(server.stderr, { timeout: 15_000 }).toMatch(/Try .*\n/)

  const greeting = server.stderr()
  const [, file = ''] = /^ *Certificate +(\/.*)$/m.exec(greeting) ?? []
  expect(readFileSync(file, 'utf8')).toContain('-----BEGIN CERTIFICATE-----')
  expect(greeting).toMatch(/Base URL +https:\/\/localhost:\d+\/api\n/)
  expect(greeting).toContain(` --cacert ${file}\n`)
})

it('a command without the certificate names the way out', async () => {
  const { root } = await startHttps()

  const { code, stderr } = await runCli(['clock', '--url', root])

  expect(code).toBe(2)
  expect(stderr).toContain(`No sandbox answers at ${root}: its certificate is not trusted`)
  expect(stderr).toContain('Set NODE_EXTRA_CA_CERTS to the file of the certificate')
})

it('a command with the certificate works', async () => {
  const { root, file } = await startHttps()

  const env = { NODE_EXTRA_CA_CERTS: file }
  const { code, stdout, stderr } = await runCli(['clock', '--url', root], { env })

  expect(stderr).toBe('')
  expect(stdout).toContain('acc_demo')
  expect(code).toBe(0)
})

it.each([['clock'], ['wait', '--timeout', '0']])(
  '%s without TLS at a server of HTTPS, and the reverse, names the other address',
  async (...command) => {
    const { port } = await startHttps()
    const plain = await startSandbox()

    const secure = await runCli([...command, '--url', `http://127.0.0.1:${port}`])
    const insecure = await runCli([...command, '--url', `https://127.0.0.1:${plain.port}`])

    expect(secure.stderr).toContain(`If it serves HTTPS, use https://127.0.0.1:${port}.`)
    expect(insecure.stderr).toContain(
      `it does not serve HTTPS. Use http://127.0.0.1:${plain.port}.`,
    )
  },
)
