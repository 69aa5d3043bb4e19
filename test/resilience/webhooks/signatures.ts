import { type Checks, until } from './checks.ts'
import { isVerified, Receiver } from './receiver.ts'
import { Sandbox } from './sandbox.ts'

const TEXT = 'a secret of letters and blanks'
const SECRETS = [
  ['generated', undefined],
  ['in base64', 'whsec_c2l4dGVlbiBieXRlcyBvciBtb3JlIG9mIGtleQ=='],
  ['of text', TEXT],
  ['of text that looks like base64', 'c2l4dGVlbiBieXRlcyBvcg=='],
  ['with characters of several bytes', 'sécrèt ünd nöch ein paar 日本語'],
] as const

/** Signatures, as the official library verifies them, and rotations. */
export async function signatures(checks: Checks): Promise<void> {
  checks.begin('Signatures and rotations')
  const sandbox = await Sandbox.start()
  await sandbox.campaigns(2)
  for (const [name, secret] of SECRETS) await verifies(checks, sandbox, name, secret)
  await rotates(checks, sandbox)
  await sandbox.stop()
}

async function verifies(checks: Checks, sandbox: Sandbox, name: string, given?: string) {
  const receiver = await Receiver.start()
  const { id, secret } = await sandbox.webhook(receiver.url, given ? { secret: given } : {})
  await sandbox.control('POST', '/clock', { advance: '2d' })
  const all = receiver.received
  const good = all.filter((each) => isVerified(each, secret)).length
  checks.check(
    `a secret ${name} verifies all ${all.length} events`,
    good === all.length && good > 1,
    good,
  )
  const changed = all.filter((each) => isVerified({ ...each, body: `${each.body} ` }, secret))
  checks.equal(`a secret ${name} verifies no changed body`, changed.length, 0)
  const foreign = all.filter((each) => isVerified(each, `${secret.slice(0, -4)}AAA=`))
  checks.equal(`another secret than one ${name} verifies none`, foreign.length, 0)
  await sandbox.api('DELETE', `/webhooks/${id}`)
  receiver.stop()
}

async function rotates(checks: Checks, sandbox: Sandbox): Promise<void> {
  const receiver = await Receiver.start()
  const { id, secret } = await sandbox.webhook(receiver.url)
  await sandbox.control('POST', '/clock', { frozen: true })
  const secrets = [secret]
  /** The indexes of the secrets that sign a new event. */
  const signing = async () => {
    const before = receiver.received.length
    await sandbox.control('POST', '/events', { type: 'campaign.completed' })
    await until(
      async () => receiver.received.length,
      (count) => count > before,
    )
    const last = receiver.received.at(-1)
    return [...secrets.keys()].filter((index) => last && isVerified(last, secrets[index] as string))
  }
  for (let number = 1; number <= 3; number++) {
    const { data } = await sandbox.api('PUT', `/webhooks/${id}`, { rotate_secret: true })
    secrets.push(data.secret)
    checks.equal(`after rotation ${number} within the hour, the newest two sign`, await signing(), [
      number - 1,
      number,
    ])
    await sandbox.control('POST', '/clock', { advance: '20m' })
  }
  await sandbox.control('POST', '/clock', { advance: '22h50m' })
  checks.equal('both sign until 24 hours after the last rotation', await signing(), [2, 3])
  await sandbox.control('POST', '/clock', { advance: '51m' })
  checks.equal('only the newest signs in the end', await signing(), [3])
  receiver.stop()
}
