import { describe, expect, it } from 'vitest'
import { applyOverlay, type Overlay, type OverlayAction } from './overlay.ts'

const document = () => ({
  info: { title: 'Base', version: '1' },
  tags: [{ name: 'a' }, { name: 'b' }],
  paths: {
    '/x': { get: { operationId: 'x', responses: { '2XX': { description: 'ok' } } } },
    '/y': {
      parameters: [],
      post: { operationId: 'y', responses: { '2XX': { description: 'ok' } } },
    },
  },
})

const overlay = (...actions: OverlayAction[]): Overlay => ({
  overlay: '1.0.0',
  info: { title: 'Test', version: '1' },
  actions,
})

describe('applyOverlay', () => {
  it('merges objects deeply and keeps members that the update does not name', () => {
    const result = applyOverlay(
      document(),
      overlay({ target: '$', update: { info: { version: '2' } } }),
    )

    expect(result.info).toEqual({ title: 'Base', version: '2' })
  })

  it('applies an update to every node that the target selects', () => {
    const result = applyOverlay(
      document(),
      overlay({
        target: '$.paths.*[?@.operationId].responses',
        update: { '400': { description: 'no' } },
      }),
    )

    expect(Object.keys(result.paths as object)).toEqual(['/x', '/y'])
    expect(JSON.stringify(result).match(/"400"/g)).toHaveLength(2)
  })

  it('appends each entry of a list to an array that the target selects', () => {
    const update = [{ name: 'c' }, { name: 'd' }]

    const result = applyOverlay(document(), overlay({ target: '$.tags', update }))

    expect(result.tags).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }])
  })

  it('appends a list inside an update to the list in the document, at any depth', () => {
    const update = { tags: [{ name: 'a' }], paths: { '/y': { parameters: [{ name: 'p' }] } } }

    const result = applyOverlay(document(), overlay({ target: '$', update }))

    expect(result.tags).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'a' }])
    expect(result.paths).toMatchObject({ '/y': { parameters: [{ name: 'p' }] } })
  })

  it('replaces a value of another type by a list, and a list by a value of another type', () => {
    const update = { info: ['i'], tags: { name: 't' } }

    const result = applyOverlay(document(), overlay({ target: '$', update }))

    expect(result).toMatchObject({ info: ['i'], tags: { name: 't' } })
  })

  it('removes every selected entry of an array, including neighbours', () => {
    const result = applyOverlay(document(), overlay({ target: '$.tags[*]', remove: true }))

    expect(result.tags).toEqual([])
  })

  it('applies actions in order, each to the result of the previous one', () => {
    const result = applyOverlay(
      document(),
      overlay(
        { target: "$.paths['/x'].get.responses['2XX']", remove: true },
        { target: "$.paths['/x'].get.responses", update: { '2XX': { description: 'new' } } },
      ),
    )

    expect(JSON.stringify(result)).toContain('"new"')
  })

  it.each([
    [
      'a target that selects nothing',
      { target: '$.nowhere', update: {} },
      /actions\[0\].*selects nothing/,
    ],
    [
      'a target that is not a JSONPath',
      { target: 'paths./x', update: {} },
      /actions\[0\].*not a JSONPath/,
    ],
    ['an update of a plain value', { target: '$.info.title', update: {} }, /the value "Base"/],
    ['an object updated by a value', { target: '$.info', update: 'x' }, /update must be an object/],
    ['removing everything', { target: '$', remove: true }, /whole document/],
    ['an action that does nothing', { target: '$.info' }, /needs "update" or "remove/],
  ])('refuses %s and names the action', (_name, action, message) => {
    expect(() => applyOverlay(document(), overlay(action as OverlayAction))).toThrow(message)
  })

  it('refuses an unknown version', () => {
    const other = { ...overlay({ target: '$', update: {} }), overlay: '2.0.0' }

    expect(() => applyOverlay(document(), other)).toThrow('"2.0.0"')
  })
})
