import { Argument, type Command } from 'commander'
import { addSandboxFlags } from './option-flags.ts'
import { PROXY_OPTIONS, type ProxyFlags } from './proxy-options.ts'
import { PROXY_PORT } from './serving.ts'
import { addFlags } from './suite-flags.ts'

export function addProxy(program: Command): void {
  const proxying = program
    .command('proxy')
    .description(
      'run a sandbox in front of a server: watch, record, replay and replace its responses',
    )
    .addArgument(
      new Argument('[upstream]', 'root of the API of the server (default: SVC_BASE_URL)'),
    )
    .action(async (upstream: string | undefined, flags: ProxyFlags) => {
      // Only this command needs the proxy.
      const { proxy } = await import('./proxy.ts')
      await proxy(upstream, flags)
    })
  addSandboxFlags(proxying, { port: { served: PROXY_PORT }, host: {} })
  addFlags(proxying, PROXY_OPTIONS, {
    mode: true,
    cassette: true,
    enforce: true,
    allowLiveKey: true,
    sandbox: true,
    sandboxMissing: true,
    report: true,
    timeout: true,
    ca: true,
    insecure: true,
  })
  addSandboxFlags(proxying, {
    overlay: { says: 'OpenAPI overlays that describe how the server differs' },
    fixture: { says: 'data of the sandbox' },
    data: { says: 'folder to keep the data of the sandbox in', usual: 'in memory' },
    logLevel: { says: 'what the log shows' },
  })
  addFlags(proxying, PROXY_OPTIONS, {
    token: 'main key of the traffic, if the app sends several',
    restrictedToken: true,
    limitedToken: 'key with a low limit',
    revokedToken: true,
    otherToken: 'key of another account',
    logoutToken: 'key that is logged out',
  })
}
