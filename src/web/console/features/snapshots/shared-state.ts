import type { Control } from '../../client/session.ts'

export type SharedState = Control['SharedState']

/** Characters of a state, as the sandbox takes it. */
const MOST_IN_STATE = 1_048_576

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
