import { expect, it } from 'vitest'
import control from '../../../../spec/documents/control.ts'
import document from '../../../../spec/documents/openapi.ts'
import { changesOf, draftOf, requestOf } from './form-request.ts'
import { bodyFields, type FormSettings, queryFields } from './schema-form.ts'

interface Input {
  name: string
  keywords: string[]
  settings?: { location?: string; device?: string }
}

const SETTINGS: FormSettings<Input> = {
  name: 'Name',
  keywords: { label: 'Keywords', hint: 'One per line.' },
  'settings.location': 'Location',
  'settings.device': { label: 'Device', suggestions: ['desktop', 'mobile'] },
}

const fields = bodyFields(document, 'post', '/campaigns', SETTINGS)
const field = (name: string) => fields.find((each) => each.name === name)

it('reads kinds, requirements and hints of fields from the schema', () => {
  expect(field('name')).toMatchObject({ kind: 'text', required: true, hint: 'Descriptive name.' })
  expect(field('keywords')).toMatchObject({ kind: 'lines', required: true, hint: 'One per line.' })
  expect(field('settings.device')).toMatchObject({
    kind: 'text',
    required: false,
    suggestions: ['desktop', 'mobile'],
  })
  expect(field('status')).toMatchObject({
    kind: 'choice',
    options: [
      ['active', 'active'],
      ['paused', 'paused'],
    ],
  })
})

it('keeps the order of the settings, and adds members that they lack at the end', () => {
  const names = fields.map(({ name }) => name)

  expect(names.slice(0, 4)).toEqual(Object.keys(SETTINGS))
  expect(names.slice(4)).toContain('settings.search_engine')
  expect(field('settings.search_engine')?.label).toBe('Settings, search engine')
})

it('leaves out members that the served document lacks', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const post = { requestBody: { content: { 'application/json': { schema } } } }
  const served = { paths: { '/campaigns': { post } } }
  const namesOf = (path: string) =>
    bodyFields(served, 'post', path, SETTINGS).map(({ name }) => name)

  expect(namesOf('/campaigns')).toEqual(['name'])
  expect(namesOf('/alerts')).toEqual([])
  expect(queryFields(served, '/alerts', {})).toEqual([])
})

it('sends what is filled in, and nothing for empty fields', () => {
  const draft = { name: ' Tandems ', keywords: 'a bike\n\n tandem, used ', 'settings.device': '' }

  expect(requestOf(fields, draft)).toEqual({
    name: 'Tandems',
    keywords: ['a bike', 'tandem, used'],
  })
  expect(requestOf(fields, { 'settings.location': 'Ghent' })).toEqual({
    settings: { location: 'Ghent' },
  })
})

it('sends changed members only, and an object as a whole', () => {
  const record = { name: 'A', keywords: ['a', 'b'], settings: { location: 'Ghent', device: 'tv' } }
  const before = draftOf(fields, record)

  expect(before.keywords).toBe('a\nb')
  expect(changesOf(fields, before, before)).toEqual({})
  expect(changesOf(fields, before, { ...before, 'settings.location': '' })).toEqual({
    settings: { device: 'tv' },
  })
  const emptied = { ...before, 'settings.location': '', 'settings.device': '' }
  expect(changesOf(fields, before, emptied)).toEqual({ settings: {} })
  expect(changesOf(fields, before, { ...before, keywords: '' })).toEqual({ keywords: [] })
  expect(changesOf(fields, before, { ...before, name: '' })).toEqual({ name: '' })
})

it('empties a field with null if the service allows it', () => {
  const update = bodyFields(document, 'put', '/alerts/{id}', {})
  const before = draftOf(update, { keyword: 'tandem', min_change: 5 })

  expect(changesOf(update, before, { ...before, keyword: '', min_change: '7' })).toEqual({
    keyword: null,
    min_change: 7,
  })
  expect(changesOf(update, before, { ...before, min_change: 'many' })).toEqual({
    min_change: 'many',
  })
})

it('sends times in UTC', () => {
  const snooze = bodyFields(document, 'post', '/alerts/{id}/snooze', {})

  expect(snooze.map(({ kind }) => kind)).toEqual(['moment'])
  expect(requestOf(snooze, { until: '2026-01-16T08:00' })).toEqual({
    until: '2026-01-16T08:00:00Z',
  })
  expect(requestOf(snooze, { until: 'soon' })).toEqual({ until: 'soon' })
})

it('offers the values of a referenced enum, with what they mean', () => {
  const [events] = bodyFields(document, 'post', '/webhooks', { events: 'Events' })

  expect(events).toMatchObject({ kind: 'choices', required: true })
  expect(events?.options[1]).toEqual(['ranking.changed', 'ranking.changed: a ranking changed'])
  expect(requestOf([events as never], { events: 'mention.detected' })).toEqual({
    events: ['mention.detected'],
  })
})

it('edits maps, and objects that may be null', () => {
  const sent = bodyFields(control, 'put', '/webhooks/{id}', {})
  const record = {
    headers: { 'X-Tenant': 'blue: light' },
    rate_limit: { deliveries: 5, per: 'second' },
  }
  const before = draftOf(sent, record)

  expect(before.headers).toBe('X-Tenant: blue: light')
  expect(
    sent.find(({ name }) => name === 'rate_limit.per')?.options.map(([value]) => value),
  ).toEqual(['second', 'minute'])
  expect(requestOf(sent, before)).toEqual(record)
  const without = { ...before, headers: '', 'rate_limit.deliveries': '', 'rate_limit.per': '' }
  expect(changesOf(sent, before, without)).toEqual({ headers: null, rate_limit: null })
})

it('reads the query of an operation, with shared parameters', () => {
  const query = queryFields(document, '/serp/rankings', {})

  const kinds = Object.fromEntries(
    query.map(({ name, kind, required }) => [name, [kind, required]]),
  )
  expect(kinds).toEqual({
    campaign_id: ['text', true],
    start_date: ['day', false],
    end_date: ['day', false],
    keywords: ['lines', false],
    limit: ['number', false],
    offset: ['number', false],
  })
})
