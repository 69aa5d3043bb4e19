import { parseDuration } from '../../../time/duration.ts'
import { capital } from './fault-rules.ts'
import type { Control } from './session.ts'

/** The effect of choosing a command. */
export type Act =
  | { kind: 'open'; screen: string; id?: string }
  | { kind: 'account'; id: string }
  | { kind: 'advance'; by: string }
  | { kind: 'freeze'; frozen: boolean }
  | { kind: 'fault'; input: Control['FaultInput'] }
  | { kind: 'clear-faults' }
  | { kind: 'reset' }

export interface Command {
  /** Unique among all commands. */
  id: string
  label: string
  /** How it differs from others of this label, or what to type for it. */
  detail?: string
  act: Act
}

/** The kinds of commands, in the order in which they are shown. */
export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

const ADVANCE = /^(?:advance|\+)\s*(.*)$/i
const FAULT = /^([45]\d\d)(?:\s+(?!x\s*\d+$)([a-z]\w*))?(?:\s*[×x*]?\s*(\d{1,6}))?$/i
const LONGEST_MS = 400 * 86_400_000
const MOST_OPERATIONS = 6

/** The command to advance the clock that `text` spells, such as `advance 3d` or `+12h`. */
export function advanceOf(text: string): Command | undefined {
  const [, given] = ADVANCE.exec(text.trim()) ?? []
  const by = given?.trim().toLowerCase()
  const length = by === undefined ? undefined : parseDuration(by)
  if (by === undefined || length === undefined || length === 0 || length > LONGEST_MS) return
  return { id: `advance ${by}`, label: `Advance the clock by ${by}`, act: { kind: 'advance', by } }
}

/**
 * The fault rules that `text` spells, such as `429`, `503 listCampaigns` or `429 listCampaigns ×2`, for each operation that fits.
 * @param operations Their ids.
 */
export function faultsOf(text: string, operations: readonly string[]): Command[] {
  const [match, code, name, times] = FAULT.exec(text.trim()) ?? []
  if (match === undefined) return []
  const status = Number(code)
  const count = times === undefined ? undefined : Number(times)
  if (count === 0) return []
  const command = (operation: string | undefined): Command => {
    const one = operation === undefined ? 'request' : `${operation} request`
    const which =
      count === undefined
        ? `every ${one}`
        : count === 1
          ? `the next ${one}`
          : `the next ${count} ${one}s`
    return {
      id: `fault ${status} ${operation} ${count}`,
      label: `Answer ${which} with ${status}`,
      act: {
        kind: 'fault',
        input: {
          status,
          ...(operation === undefined ? {} : { operation }),
          ...(count === undefined ? {} : { count }),
        },
      },
    }
  }
  if (name === undefined) return [command(undefined)]
  const wanted = name.toLowerCase()
  const fitting = operations.filter((id) => id.toLowerCase().includes(wanted))
  const exact = fitting.filter((id) => id.toLowerCase() === wanted)
  return (exact.length > 0 ? exact : fitting).slice(0, MOST_OPERATIONS).map(command)
}

const IDS: Record<string, [screen: string, word: string]> = {
  cmp: ['campaigns', 'campaign'],
  key: ['keys', 'key'],
  req: ['requests', 'request'],
}

/** The record that has the id in `text`, if there is one: it need not be among those that were loaded. */
export function recordOf(text: string): Command | undefined {
  const [id, prefix = ''] = /^(cmp|key|req)_\w+$/.exec(text.trim()) ?? []
  const [screen, word] = IDS[prefix] ?? []
  if (id === undefined || screen === undefined) return
  return { id: `open ${id}`, label: `Open the ${word} ${id}`, act: { kind: 'open', screen, id } }
}

/** The commands that have all words of `text` in their label or detail, the best first. */
export function matching(commands: readonly Command[], text: string, most: number): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.flatMap((command) => {
    const label = command.label.toLowerCase()
    const all = `${label} ${command.detail?.toLowerCase() ?? ''}`
    if (!words.every((word) => all.includes(word))) return []
    const [first = ''] = words
    const rank = label.startsWith(first) ? 0 : ` ${label}`.includes(` ${first}`) ? 1 : 2
    return [{ command, rank }]
  })
  // Equal ones keep their order.
  found.sort((a, b) => a.rank - b.rank)
  return found.slice(0, most).map(({ command }) => command)
}

/** Commands that act on the account, worded so that the user need not know any terms first. */
export function actionsFor({
  frozen,
  hasFaults,
}: {
  frozen: boolean | undefined
  hasFaults: boolean
}): Command[] {
  const advance = (by: string, length: string): Command => ({
    id: `advance ${by}`,
    label: `Advance the clock by ${length}`,
    detail: `advance ${by}`,
    act: { kind: 'advance', by },
  })
  const freeze = frozen ? 'unfreeze' : 'freeze'
  return [
    advance('1d', 'one day'),
    advance('7d', 'seven days'),
    {
      id: 'advance next_run',
      label: 'Advance the clock to the next campaign run',
      detail: 'advance next run',
      act: { kind: 'advance', by: 'next_run' },
    },
    {
      id: 'freeze',
      label: `${capital(freeze)} the clock`,
      detail: freeze,
      act: { kind: 'freeze', frozen: !frozen },
    },
    ...(hasFaults
      ? [
          {
            id: 'clear-faults',
            label: 'Switch off all faults',
            detail: 'faults off',
            act: { kind: 'clear-faults' } as const,
          },
        ]
      : []),
    {
      id: 'reset',
      label: 'Reset this account…',
      detail: 'reset',
      act: { kind: 'reset' },
    },
  ]
}
