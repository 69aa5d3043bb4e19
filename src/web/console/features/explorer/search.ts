import type { ApiModel, EventModel, Operation } from './api-model.ts'

export interface Found {
  operations: Operation[]
  events: EventModel[]
}

/** The operations and events with all words of a text in their name, address, summary, group, parameters or permissions. */
export function searchApi({ operations, events }: ApiModel, text: string): Found {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (...texts: string[]) => {
    const all = texts.join('\n').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return {
    operations: operations.filter(({ id, method, path, summary, tag, fields, permissions }) =>
      has(id, `${method} ${path}`, summary, tag, ...fields.map(({ name }) => name), ...permissions),
    ),
    events: events.filter(({ name, summary }) => has(name, summary, 'webhooks events')),
  }
}
