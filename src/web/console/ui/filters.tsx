import { useEffect, useState } from 'preact/hooks'
import { type DayRange, daysUpTo, lastDays } from '../client/date-range.ts'
import { inputTimeOf, utcOf } from '../client/input-time.ts'
import { useDebounced } from '../hooks/timing.ts'
import { Choice, valueTo } from './controls.tsx'

/** A text for a filter, which follows what the user types. `suggestions` has the id of a datalist. */
export function TextFilter({
  label,
  placeholder = label,
  value,
  onChange,
  type = 'search',
  list,
}: {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  type?: 'search' | 'date' | 'datetime-local'
  list?: string
}) {
  const [typed, setTyped] = useState(value)
  const rested = useDebounced(typed)
  // The address may change in other ways, such as the browser's Back button.
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (rested !== value && rested === typed) onChange(rested)
  }, [rested])
  const input = (
    <input
      type={type}
      list={list}
      aria-label={label}
      placeholder={placeholder}
      class={value === '' ? '' : 'is-set'}
      value={typed}
      onInput={valueTo(setTyped)}
    />
  )
  if (type === 'search') return input
  // A field for a date or a time shows no placeholder.
  return (
    <span class="filter-date">
      <span aria-hidden="true">{label}</span> {input}
    </span>
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
  return (
    <TextFilter
      type="datetime-local"
      label={`${label} (UTC)`}
      value={inputTimeOf(value)}
      onChange={(time) => onChange(utcOf(time))}
    />
  )
}

const PERIODS: [days: string, text: string][] = ['7', '30', '90'].map((days) => [
  days,
  `Last ${days} days`,
])

/** Days up to today, or two days of your own; without a choice the API decides. `now` is the account's time. */
export function DayRangeFilter({
  range,
  now,
  onChange,
}: {
  range: DayRange
  now: string | undefined
  onChange: (range: DayRange) => void
}) {
  const days = now === undefined ? undefined : daysUpTo(range, now)
  const isOwn = (range.start_date !== '' || range.end_date !== '') && days === undefined
  return (
    <>
      <Choice
        label="Period"
        any="Default period"
        value={isOwn ? 'own' : (days?.toString() ?? '')}
        options={[...PERIODS, ...(isOwn ? [['own', 'Own days']] : [])]}
        onChange={(value) => {
          if (value === 'own') return
          onChange(
            value === '' || now === undefined
              ? { start_date: '', end_date: '' }
              : lastDays(Number(value), now),
          )
        }}
      />
      <TextFilter
        type="date"
        label="First day"
        value={range.start_date}
        onChange={(start_date) => onChange({ ...range, start_date })}
      />
      <TextFilter
        type="date"
        label="Last day"
        value={range.end_date}
        onChange={(end_date) => onChange({ ...range, end_date })}
      />
    </>
  )
}
