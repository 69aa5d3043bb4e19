import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Command } from '../../client/commands.ts'
import { useDebounced } from '../../hooks/timing.ts'
import { useModal } from '../../parts/dialog.tsx'
import { useCommands } from './commands.ts'

/**
 * A text field with a list of commands for what was typed: a combobox with a listbox (WAI-ARIA Authoring Practices, combobox
 * pattern). The focus stays in the field; arrow keys move through the list, Enter runs, Escape closes.
 */
export function Palette({
  onRun,
  onClose,
}: {
  onRun: (command: Command) => void
  onClose: () => void
}) {
  const id = useId()
  const dialog = useModal()
  const [text, setText] = useState('')
  const { groups, failure } = useCommands(text, useDebounced(text))
  const commands = groups.flatMap((group) => group.commands)
  const [picked, setPicked] = useState('')
  // The picked entry may have left the list.
  const active = commands.find((command) => command.id === picked) ?? commands[0]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])

  const press = (event: KeyboardEvent) => {
    const at = active === undefined ? -1 : commands.indexOf(active)
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      setPicked(commands.at((at + move) % commands.length)?.id ?? '')
    } else if (event.key === 'Enter' && !event.isComposing) {
      if (active) onRun(active)
    } else return
    event.preventDefault()
  }
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`

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
        placeholder="Campaign, screen, key, request, advance 3d, 429 listCampaigns ×2"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setPicked('')
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Commands" class="palette-list">
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div id={`${id}-${title}`} role="presentation" class="palette-group">
              {title}
            </div>
            {commands.map((command) => (
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === active}
                class="palette-option"
                onMouseMove={() => setPicked(command.id)}
                onClick={() => onRun(command)}
              >
                <bdi>{command.label}</bdi>
                {command.detail && <span class="faint">{command.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="palette-state" role="status">
        {failure ?? (commands.length === 0 ? `Nothing fits “${text.trim()}”.` : '')}
      </p>
    </dialog>
  )
}
