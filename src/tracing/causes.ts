import type { EventLog, NewRows } from '../store/events/event-log.ts'
import type { Tracing } from './tracing.ts'

/** The same log, which reports what becomes an event or a delivery to `tracing`. */
export function withCauses(events: EventLog, tracing: Tracing): EventLog {
  const note = ({ events: made, deliveries }: NewRows) =>
    tracing.caused([...made.map(({ id }) => id), ...deliveries.map(({ event_id }) => event_id)])
  const add: EventLog['add'] = (accountId, rows, ...rest) => {
    note(rows)
    return events.add(accountId, rows, ...rest)
  }
  return new Proxy(events, {
    get(target, name) {
      if (name === 'add') return add
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
