import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Overlay, OverlayAction } from '../src/openapi/overlay.ts'
import { applyOverlay } from '../src/openapi/overlay.ts'
import { parseYaml } from '../src/openapi/yaml.ts'
import type { JsonObject } from '../src/schema/json.ts'
import { claims } from './testing/claims.ts'
import type { Fact } from './testing/ledger.ts'
import {
  definiteStatuses,
  factProblems,
  operationIds,
  operationProblems,
  unnamedTerms,
} from './testing/ledger.ts'
import {
  deadActions,
  originProblems,
  unexplainedActions,
  unsourcedClaims,
} from './testing/provenance.ts'

const stated = read<JsonObject>('openapi.yaml')
const overlay = read<Overlay>('assumptions.overlay.yaml')
const facts = read<Fact[]>('facts.yaml')

function read<T>(name: string): T {
  return parseYaml(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
}

describe('facts.yaml', () => {
  it('gives every fact a unique id of its section, a statement and a proof or a reason', () => {
    expect(factProblems(facts)).toEqual([])
  })

  it('names every operation in a fact, and no operation that does not exist', () => {
    expect(operationProblems(stated, facts)).toEqual([])
  })

  it('names every error code, header, plan, event kind, token prefix and release', () => {
    expect(unnamedTerms(stated, facts)).toEqual([])
  })

  it('has facts of every section', () => {
    const sections = new Set(facts.map(({ section }) => section.slice(0, 2)))

    expect([...sections]).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'])
  })
})

describe('openapi.yaml', () => {
  it('has the sixteen operations of §4 and the three events of §6', () => {
    expect(operationIds(stated)).toHaveLength(16)
    expect(Object.keys(stated.webhooks as JsonObject)).toHaveLength(3)
  })

  it('names the section of every node that claims something', () => {
    expect(unsourcedClaims(stated)).toEqual([])
  })

  it('has no x-source that the walk over its nodes does not reach', () => {
    expect(claims(stated)).toHaveLength(count(stated, 'x-source'))
  })

  it('gives no response a definite status', () => {
    expect(definiteStatuses(stated)).toEqual([])
  })

  it('closes no object, since the specification shows no payload to its end', () => {
    expect(count(stated, 'additionalProperties') + count(stated, 'unevaluatedProperties')).toBe(0)
  })
})

describe('assumptions.overlay.yaml', () => {
  it('explains every action with the section that leaves the point open', () => {
    expect(unexplainedActions(overlay)).toEqual([])
  })

  it('has no action without effect', () => {
    expect(deadActions(stated, overlay, applyOverlay)).toEqual([])
  })

  it('accounts with the statements for every node of the merged document', () => {
    expect(originProblems(stated, overlay, applyOverlay)).toEqual([])
  })
})

describe('the lint of facts', () => {
  const fact: Fact = {
    id: '4.1',
    section: '§4',
    statement: 'All paths are under {base_url}.',
    quote: 'All paths are under {base_url}.',
    proof: 'contract',
  }

  it.each<[string, Record<string, unknown>, RegExp | undefined]>([
    ['nothing in a fact that has all it needs', {}, undefined],
    ['an id that YAML took for a number', { id: 4.1 }, /needs quotes around its id/],
    ['an id of another section', { id: '2.1' }, /an id that does not extend §4/],
    ['an id of a section below', { id: '4.1.1' }, /an id that does not extend §4/],
    ['an id that is a section', { id: '4' }, /an id that does not extend §4/],
    ['a section that does not exist', { section: '§4.1' }, /stands in §4\.1, which does not exist/],
    ['no section', { section: '' }, /which does not exist/],
    ['no statement', { statement: '' }, /./],
    ['a statement of what is not shown', { statement: 'The page size is not shown.' }, /./],
    ['a proof that does not exist', { proof: 'later', why: 'No time.' }, /has the proof later/],
    ['no proof and no reason', { proof: 'none' }, /./],
    ['a blank reason', { proof: 'sandbox', why: ' ' }, /./],
    ['a reason beside a proof', { why: 'It is hard.' }, /./],
    ['a misspelled field', { operation: ['login'] }, /an unknown field operation/],
    ['operations as a text', { operations: 'login' }, /./],
    ['no operations', { operations: [] }, /./],
    ['an operation twice', { operations: ['login', 'login'] }, /./],
  ])('catches %s', (_, change, problem) => {
    const problems = factProblems([{ ...fact, ...change } as Fact])

    if (problem === undefined) expect(problems).toEqual([])
    else expect(problems.join()).toMatch(problem)
  })
})

describe('the lint of sources', () => {
  it.each([
    ['operation', '/paths/~1keys/get'],
    ['parameter', '/paths/~1keys/parameters/0'],
    ['parameter', '/paths/~1keys/get/parameters/0'],
    ['property', '/paths/~1keys/get/requestBody/content/application~1json/schema/properties/a'],
    ['response', '/paths/~1keys/get/responses/2XX'],
    ['header', '/paths/~1keys/get/responses/2XX/headers/X-Key'],
    ['property', '/paths/~1keys/get/responses/2XX/content/text~1csv/schema/items/properties/b'],
    ['property', '/components/schemas/Success/allOf/0/properties/c'],
    ['property', '/components/schemas/Success/properties/data/oneOf/1/properties/d'],
    ['property', '/components/responses/Failure/content/text~1csv/schema/properties/e'],
    ['header', '/components/headers/X-Key'],
    ['schema', '/components/schemas/Key'],
    ['security scheme', '/components/securitySchemes/basic'],
    ['top-level entry', '/x-quotas/Free'],
  ])('catches an unsourced %s planted at %s', (kind, pointer) => {
    const document = structuredClone(stated)
    plant(document, pointer)

    expect(unsourcedClaims(document)).toContain(
      `The ${kind} ${pointer} has the x-source undefined, which names no section.`,
    )
  })
})

describe('the lint of the overlay', () => {
  const action: OverlayAction = {
    target: '$.components.schemas.Mention',
    description:
      '§2 shows no fields of a mention; every client needs to know on which platform it was.',
    update: { properties: { platform: { type: 'string' } } },
  }
  const REASON = 'The specification shows no fields of a mention, so these are'
  const UNEXPLAINED = /platform is neither stated nor explained by its action/
  const CLAIMING = { properties: { platform: { type: 'string', 'x-source': '§2' } } }
  const SCHEMAS = '$.components.schemas'
  const REPLACED = [
    { target: `${SCHEMAS}.Mention`, update: undefined, remove: true },
    { target: SCHEMAS, update: { Mention: { type: 'object' } } },
  ]

  it.each<[string, Partial<OverlayAction>[], RegExp | undefined]>([
    ['nothing in an action that explains itself', [{}], undefined],
    ['an action without a description', [{ description: undefined }], UNEXPLAINED],
    ['a description that is too short', [{ description: '§2 is silent.' }], UNEXPLAINED],
    ['a description without a section', [{ description: `${REASON} ours.` }], UNEXPLAINED],
    ['a section that does not exist', [{ description: `§12 ${REASON}` }], UNEXPLAINED],
    ['the section of an RFC alone', [{ description: `RFC 9110 §9 ${REASON}` }], UNEXPLAINED],
    ['the first of two actions', [{ description: 'None.' }, {}], UNEXPLAINED],
    ['an assumption that claims to be stated', [{ update: CLAIMING }], /claims to be stated/],
    ['a lost source', [{ update: { 'x-source': '§9' } }], /Mention has lost its x-source/],
    ['nothing in what was removed and brought back', REPLACED, undefined],
  ] as [string, Partial<OverlayAction>[], RegExp | undefined][])(
    'catches %s',
    (_, changes, problem) => {
      const actions = changes.map((change) => ({ ...action, ...change }) as OverlayAction)

      const problems = originProblems(stated, overlayOf(...actions), applyOverlay)

      if (problem === undefined) expect(problems).toEqual([])
      else expect(problems.join()).toMatch(problem)
    },
  )

  function overlayOf(...actions: OverlayAction[]): Overlay {
    return { overlay: '1.0.0', info: { title: 'Planted', version: '1.0.0' }, actions }
  }
})

/** How often a key occurs, at any depth. */
function count(value: unknown, key: string): number {
  if (typeof value !== 'object' || value === null) return 0
  const here = Object.hasOwn(value, key) ? 1 : 0
  return Object.values(value).reduce((sum: number, child) => sum + count(child, key), here)
}

function keysOf(pointer: string): string[] {
  const keys = pointer.split('/').slice(1)
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Puts an empty object at `pointer`, with all that it takes on the way there. */
function plant(document: JsonObject, pointer: string): void {
  let node = document
  for (const key of keysOf(pointer)) {
    node[key] ??= {}
    node = node[key] as JsonObject
  }
}
