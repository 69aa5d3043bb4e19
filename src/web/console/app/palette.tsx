import { useId, useState } from 'preact/hooks'
import { useAdvance } from '../hooks/advance.ts'
import { useFaults } from '../hooks/faults.tsx'
import { linkTo } from '../hooks/route.ts'
import { useAction, useRead, useSandbox } from '../hooks/sandbox.ts'
import { useModal } from '../ui/dialog.tsx'
import { menuFor } from './screens.tsx'

type Command = { label: string; run: () => void }

/** The screens of records, by the beginnings of their ids. */
const OWNERS: Record<string, string> = {
  alr: 'alerts',
  cmp: 'campaigns',
  dlv: 'webhooks',
  flt: 'faults',
  key: 'keys',
  req: 'requests',
}

/** The record with an id, if the text is one: people have ids from logs. */
function recordOf(text: string): Command[] {
  const [id, prefix = ''] = /^([a-z]{3})_\w+$/.exec(text.trim()) ?? []
  const owner = OWNERS[prefix]
  return id && owner ? [{ label: `Open ${id}`, run: () => location.assign(linkTo(owner, id)) }] : []
}

/** The screens, and the actions on an account that people look for most. */
function useCommands(onReset: () => void): { title: string; commands: Command[] }[] {
  const { control, session, health, refresh } = useSandbox()
  const { data: faults = [] } = useFaults()
  const clock = useRead((ask, signal) => ask('GET', '/clock', { signal }))
  const advance = useAdvance()
  const change = useAction(async (act: () => Promise<unknown>, done: string) => {
    await act()
    refresh()
    return done
  })
  const action = (label: string, act: () => Promise<unknown>, done = '') => ({
    label,
    run: () => change.run(act, done),
  })
  const isFrozen = clock.data?.frozen ?? false
  const actions = [
    { label: 'Advance the clock by one day', run: () => advance.run('1d') },
    { label: 'Advance the clock by seven days', run: () => advance.run('7d') },
    { label: 'Advance the clock by thirty days', run: () => advance.run('30d') },
    { label: 'Advance the clock to the next campaign run', run: () => advance.run('next_run') },
    action(
      isFrozen ? 'Unfreeze the clock' : 'Freeze the clock',
      () => control('POST', '/clock', { body: { frozen: !isFrozen } }),
      isFrozen ? 'The clock runs.' : 'The clock stands still.',
    ),
    action('Answer the next request with 429', () =>
      control('POST', '/faults', { body: { status: 429, count: 1 } }),
    ),
    action('Answer every request with 503', () =>
      control('POST', '/faults', { body: { status: 503 } }),
    ),
    ...(faults.some(({ state }) => state === 'active')
      ? [action('Switch off all faults', () => control('DELETE', '/faults'), 'All faults are off.')]
      : []),
    { label: 'Reset this account…', run: onReset },
  ]
  const screens = menuFor(session, health).flatMap((group) => group.screens)
  return [
    { title: 'Actions', commands: actions },
    {
      title: 'Screens',
      commands: screens.map(({ path, title: label }) => ({
        label,
        run: () => location.assign(linkTo(path)),
      })),
    },
  ]
}

/**
 * A text field with a list of the screens and actions that fit (WAI-ARIA Authoring Practices, combobox pattern): the focus stays
 * in the field; arrow keys move through the list, Enter runs, Escape closes.
 */
export function Palette({ onClose, onReset }: { onClose: () => void; onReset: () => void }) {
  const id = useId()
  const dialog = useModal()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState(0)
  const words = text.toLowerCase().split(/\s+/)
  const fits = ({ label }: Command) => words.every((word) => label.toLowerCase().includes(word))
  const groups = [{ title: 'Records', commands: recordOf(text) }, ...useCommands(onReset)]
    .map(({ title, commands }) => ({ title, commands: commands.filter(fits) }))
    .filter(({ commands }) => commands.length > 0)
  const commands = groups.flatMap((group) => group.commands)
  const active = commands[picked]
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPicked((picked + step + commands.length) % (commands.length || 1))
    else if (event.key === 'Enter' && !event.isComposing) active && choose(active)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Commands"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The backdrop is a part of the dialog.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search or run a command"
        aria-expanded={commands.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        autocomplete="off"
        spellcheck={false}
        placeholder="Go to a screen, or run an action"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setPicked(0)
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Commands" class="palette-list">
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-label={title}>
            <div role="presentation" class="palette-group">
              {title}
            </div>
            {commands.map((command) => (
              <div
                key={command.label}
                id={optionId(command)}
                ref={(row) => {
                  if (command === active) row?.scrollIntoView({ block: 'nearest' })
                }}
                role="option"
                aria-selected={command === active}
                class="palette-option"
                onClick={() => choose(command)}
              >
                {command.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="palette-group" role="status">
        {commands.length === 0 && `Nothing fits “${text.trim()}”.`}
      </p>
    </dialog>
  )
}
