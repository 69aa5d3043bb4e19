import { minuteOf } from '../../client/format.ts'
import { DAY_MS } from '../../client/session.ts'
import { Choice } from '../../ui/controls.tsx'

const HOUR_MS = 3_600_000
const SPANS: [ms: number, text: string][] = [
  [HOUR_MS, 'Since an hour ago'],
  [DAY_MS, 'Since a day ago'],
  [7 * DAY_MS, 'Since a week ago'],
]

/** The time of the oldest delivery, which the address keeps as a moment of the account's clock. */
export function SinceChoice({
  now,
  value,
  onChange,
}: {
  now: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const options = SPANS.map(([ms, text]): [string, string] => [
    now === undefined ? text : new Date(Date.parse(now) - ms).toISOString(),
    text,
  ])
  const isOther = value !== '' && !options.some(([moment]) => moment === value)
  return (
    <Choice
      label="Since"
      any="Any time"
      value={value}
      options={
        isOther
          ? [
              ...options,
              [value, Number.isNaN(Date.parse(value)) ? value : `Since ${minuteOf(value)}`],
            ]
          : options
      }
      onChange={onChange}
    />
  )
}
