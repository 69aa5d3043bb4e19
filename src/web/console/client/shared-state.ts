import type { Control } from './session.ts'

export type SharedState = Control['SharedState']

/** Characters of a state in a link. Longer addresses are cut by chats and mail programs. */
export const MOST_IN_LINK = 16_000
/** Characters of a state, as the sandbox takes it. */
const MOST_IN_STATE = 1_048_576

/** The text of a state for a link: compressed, base64url (RFC 4648 §5). Undefined if it is too long. */
export async function linkText(state: SharedState): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = new Uint8Array(await new Response(stream).arrayBuffer())
  if (packed.length * (4 / 3) > MOST_IN_LINK) return undefined
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The state in the text of a link. Rejects with an Error for people to read. */
export async function stateInLink(text: string): Promise<SharedState> {
  return stateInText(await unpacked(text))
}

/** The state in the text of a file. Throws an Error for people to read. */
export function stateInText(text: string): SharedState {
  if (text.length > MOST_IN_STATE) throw new Error(TOO_LARGE)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('This is not JSON. Choose a file that a sandbox made.')
  }
  // A file of curl has the envelope of the answer.
  const inner = (value as { data?: unknown } | null)?.data ?? value
  const { format, version } = (inner ?? {}) as Partial<SharedState>
  if (format !== 'svc-sandbox/state') {
    throw new Error('This is not the state of a sandbox. Choose a file that a sandbox made.')
  }
  if (version !== 1) throw new Error(`This sandbox does not read version ${version} of the format.`)
  return inner as SharedState
}

const TOO_LARGE = 'It is larger than 1 MB, which a sandbox does not load.'
const DAMAGED = 'The link is damaged or incomplete. Copy it again, as a whole.'

async function unpacked(text: string): Promise<string> {
  if (text.length > 2 * MOST_IN_LINK) throw new Error(DAMAGED)
  let packed: Uint8Array<ArrayBuffer>
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    packed = Uint8Array.from(plain, (character) => character.charCodeAt(0))
  } catch {
    throw new Error(DAMAGED)
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let found = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(DAMAGED)
    })
    if (done) return found
    found += decoder.decode(value, { stream: true })
    // A few bytes can unpack to gigabytes.
    if (found.length > MOST_IN_STATE) {
      void reader.cancel().catch(() => {})
      throw new Error(TOO_LARGE)
    }
  }
}

/** A summary of a state, for people who decide whether to load it. It comes from others, so members may be missing. */
export function contentsOf(state: SharedState) {
  const sizeOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  const campaigns = Array.isArray(state.campaigns) ? state.campaigns : []
  return {
    name: String(state.name),
    shows: Number.isNaN(Date.parse(String(state.shows))) ? undefined : String(state.shows),
    frozen: state.frozen === true,
    campaigns: campaigns.length,
    // The newest first, as in the list of campaigns.
    names: campaigns
      .toReversed()
      .slice(0, 5)
      .map((each) => String(each?.name)),
    alerts: sizeOf(state.alerts),
    webhooks: sizeOf(state.webhooks),
    faults: sizeOf(state.faults),
  }
}
