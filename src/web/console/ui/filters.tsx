import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { type DayRange, daysUpTo, lastDays } from '../client/date-range.ts'
import { NARROW, useMedia } from '../hooks/media.ts'
import { useDebounced } from '../hooks/timing.ts'
import { ChoiceButtons, PERIODS, valueTo } from './controls.tsx'
import { DateInput } from './date-input.tsx'

/** A text for a filter, which follows what the user types. `suggestions` has the id of a datalist. */
export function TextFilter({
  label,
  placeholder = label,
  value,
  onChange,
  list,
}: {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  list?: string
}) {
  const [typed, setTyped] = useState(value)
  const rested = useDebounced(typed)
  // The address may change in other ways, such as the browser's Back button.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (rested !== value && rested === typed) onChange(rested)
  }, [rested])
  return (
    <input
      type="search"
      list={list}
      aria-label={label}
      placeholder={placeholder}
      class={value === '' ? '' : 'is-set'}
      value={typed}
      onInput={valueTo(setTyped)}
    />
  )
}

/** A time for a filter, whose value is in ISO 8601. The reader enters it in UTC, like all times of the console. */
export function TimeFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const name = `${label} (UTC)`
  return (
    <span class="filter-date">
      <span aria-hidden="true">{name}</span>{' '}
      <DateInput
        value={value}
        onChange={onChange}
        withTime
        lazy
        attributes={{ 'aria-label': name }}
      />
    </span>
  )
}

/** Days up to today, or two days of your own. `now` is the account's time. */
export function PeriodFilter({
  range,
  now,
  onChange,
}: {
  range: DayRange
  now: string | undefined
  onChange: (range: DayRange) => void
}) {
  const days = now === undefined ? undefined : daysUpTo(range, now)
  const isPeriod = PERIODS.some(([each]) => each === days)
  const [isOwn, setOwn] = useState(false)
  const dayInput = (name: 'start_date' | 'end_date', label: string) => (
    <DateInput
      value={range[name]}
      onChange={(day) => onChange({ ...range, [name]: day })}
      lazy
      attributes={{ 'aria-label': label }}
    />
  )
  const showsOwn = isOwn || (now !== undefined && !isPeriod)
  return (
    <>
      <ChoiceButtons<number>
        label="Period"
        value={showsOwn ? 0 : (days ?? -1)}
        options={[...PERIODS, [0, 'Own days']]}
        onChange={(chosen) => {
          setOwn(chosen === 0)
          if (chosen > 0 && now !== undefined) onChange(lastDays(chosen, now))
        }}
      />
      {showsOwn && (
        <span class="filter-date">
          {dayInput('start_date', 'First day')} – {dayInput('end_date', 'Last day')}
        </span>
      )}
    </>
  )
}

/**
 * The filters of a list. A phone shows `search`, and a button that opens the others, because they would fill its screen.
 * `values` are the texts of these others; an empty one filters nothing. `cleared` is the address without filters.
 */
export function FilterBar({
  label,
  values,
  search,
  cleared,
  class: style = '',
  children,
}: {
  label: string
  values: object
  search?: ComponentChildren
  cleared?: string | false
  class?: string
  children?: ComponentChildren
}) {
  const id = useId()
  const isPhone = useMedia(NARROW)
  const [isOpen, setOpen] = useState(false)
  const set = Object.values(values).filter((value) => value !== '' && value !== undefined).length
  return (
    <div class={`filter-bar ${style}`} role="search" aria-label={label}>
      {search}
      {isPhone && (
        <button
          type="button"
          class="filter-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{set > 0 && ` (${set})`}
        </button>
      )}
      <div class="filter-more" id={id} hidden={isPhone && !isOpen}>
        {children}
      </div>
      {cleared && <a href={cleared}>Clear filters</a>}
    </div>
  )
}
