import type { Control } from './session.ts'

export type Change = Control['Change']
export type Source = Change['source']
export type Moment = Control['Moment']

export const SOURCES: readonly (readonly [source: Source, label: string])[] = [
  ['api', 'API'],
  ['console', 'Console'],
  ['cli', 'CLI'],
  ['sdk', 'SDK'],
  ['sandbox', 'Sandbox'],
]

/** Operations whose words do not follow from their name. */
const TITLES: Record<string, string> = {
  resetSandbox: 'Reset to',
  importState: 'Loaded the state',
  restoreMoment: 'Restored a kept state',
  undoChange: 'Undid:',
  updateSentWebhook: 'Changed the sending of webhook',
  clearReceiver: 'Cleared the receiver',
  login: 'Logged in',
  logout: 'Logged out',
}

const VERBS: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  acknowledge: 'Acknowledged',
  snooze: 'Snoozed',
  unsnooze: 'Unsnoozed',
  save: 'Saved',
  restore: 'Restored',
  trigger: 'Triggered',
  resend: 'Sent again',
  replay: 'Replayed',
  advance: 'Advanced',
  set: 'Set',
  freeze: 'Froze',
  unfreeze: 'Let run',
  cancel: 'Cancelled',
}

/** A change in words, without its subject: `Deleted campaign`. */
export function titleOf(operation: string): string {
  const [verb = '', ...noun] = operation.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const words = VERBS[verb] && [VERBS[verb], ...noun].join(' ')
  return TITLES[operation] ?? words ?? operation
}

/** The name of its subject; empty for none. An undo names the undone operation. */
export function subjectName({ operation, about }: Pick<Change, 'operation' | 'about'>): string {
  if (about === null || operation === 'restoreMoment') return ''
  if (operation !== 'undoChange') return about.name ?? about.id
  const [undone = '', ...name] = (about.name ?? about.id).split(' ')
  return [titleOf(undone), ...name].join(' ')
}
