import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dayIn, textOfDay, textOfTime, timeIn } from '../client/input-time.ts'
import { DAY_MS } from '../client/session.ts'
import { valueTo } from './controls.tsx'

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const ISO_DAY = /^\d{4}-\d\d-\d\d/
/** The days that an arrow key moves by. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * A day as `15 Jan 2026`, or a time in UTC as `15 Jan 2026, 09:00`: typed, or chosen from a calendar. `value` is in ISO 8601; a text
 * that is neither is passed on as it is. `lazy` waits for a whole day.
 */
export function DateInput({
  value,
  onChange,
  withTime = false,
  lazy = false,
  attributes,
}: {
  value: string
  onChange: (value: string) => void
  withTime?: boolean
  lazy?: boolean
  attributes?: object
}) {
  const read = withTime ? timeIn : dayIn
  const write = withTime ? textOfTime : textOfDay
  const [typed, setTyped] = useState(write(value))
  const [start, setStart] = useState<string>()
  const calendar = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The value may change in other ways; what the reader types stays.
  useEffect(() => {
    if (read(typed) !== value) setTyped(write(value))
  }, [value])
  const day = ISO_DAY.exec(value)?.[0]

  const open = () => {
    setStart(day ?? isoOf(Date.parse(new Date().toISOString())))
    const [element, { left, bottom }] = [
      calendar.current as HTMLDivElement,
      (button.current as HTMLElement).getBoundingClientRect(),
    ]
    element.showPopover()
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
    element.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`
  }
  const choose = (chosen: string) => {
    const clock = withTime ? (/T(\d\d:\d\d(:\d\d)?)/.exec(value)?.[1] ?? '00:00') : ''
    const next = read(withTime ? `${chosen}T${clock}` : chosen)
    setTyped(write(next))
    onChange(next)
    calendar.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <span class="date-input">
      <input
        type="text"
        autocomplete="off"
        placeholder={withTime ? '15 Jan 2026, 09:00' : '15 Jan 2026'}
        {...attributes}
        value={typed}
        onInput={valueTo((text) => {
          setTyped(text)
          const next = read(text)
          if (!lazy || next === '' || ISO_DAY.test(next)) onChange(next)
        })}
        onChange={valueTo((text) => {
          const next = read(text)
          setTyped(write(next))
          if (next !== value) onChange(next)
        })}
      />
      <button
        ref={button}
        type="button"
        class="date-button"
        aria-label="Open the calendar"
        aria-haspopup="dialog"
        onClick={open}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M2 3.5h12v10.5H2zM2 6.5h12M5 1.5v3M11 1.5v3" />
        </svg>
      </button>
      <div ref={calendar} popover="auto" class="calendar" role="dialog" aria-label="Calendar">
        {start !== undefined && (
          <Calendar key={start} start={start} chosen={day} onChoose={choose} />
        )}
      </div>
    </span>
  )
}

/** The days of a month. The arrow keys move between them. */
function Calendar({
  start,
  chosen,
  onChoose,
}: {
  start: string
  chosen: string | undefined
  onChoose: (day: string) => void
}) {
  const [at, setAt] = useState(Date.parse(start))
  const days = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const date = new Date(at)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const begin = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS
  const toMonth = (step: number) =>
    setAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, 1))
  const dayAt = (week: number, weekday: number) => begin + (week * 7 + weekday) * DAY_MS
  const isOfMonth = (time: number) => new Date(time).getUTCMonth() === date.getUTCMonth()
  const weeks = [0, 1, 2, 3, 4, 5].filter((week) => week === 0 || isOfMonth(dayAt(week, 0)))
  return (
    <>
      <div class="calendar-head">
        <button type="button" class="quiet" aria-label="Month before" onClick={() => toMonth(-1)}>
          ‹
        </button>
        <strong aria-live="polite">{MONTH.format(date)}</strong>
        <button type="button" class="quiet" aria-label="Month after" onClick={() => toMonth(1)}>
          ›
        </button>
      </div>
      <table>
        <thead>
          <tr>
            {WEEKDAYS.map((each) => (
              <th scope="col">{each}</th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={days}
          onKeyDown={(event) => {
            const step = STEPS[event.key]
            if (step === undefined) return
            event.preventDefault()
            setAt(at + step * DAY_MS)
          }}
        >
          {weeks.map((week) => (
            <tr key={week}>
              {WEEKDAYS.map((_, weekday) => {
                const time = dayAt(week, weekday)
                const day = isoOf(time)
                return (
                  <td key={day}>
                    {isOfMonth(time) && (
                      <button
                        type="button"
                        class="quiet"
                        aria-label={textOfDay(day)}
                        aria-pressed={day === chosen}
                        tabindex={time === at ? 0 : -1}
                        onClick={() => onChoose(day)}
                      >
                        {new Date(time).getUTCDate()}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
