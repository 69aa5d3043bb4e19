import { type Json, type JsonObject, listOf, objectOf } from '../../../../schema/json.ts'
import {
  type OperationNode,
  operationsOf,
  partOf,
  responsesOf,
  schemaOf,
} from '../../../../schema/operations.ts'
import { pointerTo, resolvePointer } from '../../../../schema/pointer.ts'
import { SchemaReader } from '../../../../schema/schema-reader.ts'
import type { Schema } from '../../../../schema/schema-view.ts'
import { permissionsOf } from '../../client/document.ts'
import { type Collection, collectionOfName, collectionsOf } from './collections.ts'
import { exampleOf, type Field, fieldsOf } from './fields.ts'
import { type Mark, markOf } from './marks.ts'

/** The parts of a document that the explorer shows. */
export interface ApiModel {
  document: JsonObject
  reader: SchemaReader
  title: string
  version: string
  summary: string
  collections: Collection[]
  operations: Operation[]
  events: EventModel[]
}

/** One operation, as a form and as a reference. */
export interface Operation {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  mark: Mark
  permissions: string[]
  fields: Field[]
  body: Body | undefined
  answers: Answer[]
  /** The media types of a success, of which the caller may choose with `Accept`. */
  accepts: string[]
  /** Whether it removes the record of its last path parameter. */
  removes: boolean
}

export interface Body {
  mediaType: string
  required: boolean
  schemas: Schema[]
  example: Json | undefined
  /** The members of the body that take an id of a list. */
  ids: BodyId[]
}

interface BodyId {
  name: string
  required: boolean
  collection: Collection
}

export interface Answer {
  status: string
  description: string
  mark: Mark
  headers: { name: string; description: string; mark: Mark }[]
  contents: { mediaType: string; schemas: Schema[]; example: Json | undefined }[]
}

/** An event that the API sends to webhooks. */
export interface EventModel {
  name: string
  summary: string
  description: string
  mark: Mark
  headers: (Answer['headers'][number] & Pick<Field, 'type' | 'required'>)[]
  body: Omit<Body, 'ids'> | undefined
  answers: Answer[]
}

/** Reads a document once for the explorer. */
export function apiModelOf(document: JsonObject): ApiModel {
  const reader = new SchemaReader(document)
  const collections = collectionsOf(document)
  const info = objectOf(document.info)
  return {
    document,
    reader,
    title: String(info.title ?? 'API'),
    version: String(info.version ?? ''),
    summary: String(info.summary ?? ''),
    collections,
    operations: operationsOf(document).map((node) =>
      operationModel(document, reader, node, collections),
    ),
    events: eventsOf(document, reader),
  }
}

/** The operation with an id; undefined if there is none. */
export function operationOf(api: ApiModel, id: string): Operation | undefined {
  return api.operations.find((each) => each.id === id)
}

/** The model of the operation that a node of the document describes. */
export function modelOf(api: ApiModel, { method, path }: OperationNode): Operation | undefined {
  return api.operations.find((each) => each.method === method && each.path === path)
}

/** The groups of the navigation: tags in the order of the document, without empty ones. */
export function groupsOf({ document, operations }: ApiModel): [tag: string, of: Operation[]][] {
  const declared = listOf(document.tags).map((tag) => String(objectOf(tag).name))
  const tags = [...new Set([...declared, ...operations.map(({ tag }) => tag)])]
  return tags
    .map((tag): [string, Operation[]] => [tag, operations.filter((each) => each.tag === tag)])
    .filter(([, of]) => of.length > 0)
}

function operationModel(
  document: JsonObject,
  reader: SchemaReader,
  operation: OperationNode,
  collections: readonly Collection[],
): Operation {
  const { id, method, path, node } = operation
  const answers = answersOf(document, operation)
  return {
    // OpenAPI does not require an id.
    id: typeof id === 'string' ? id : `${method} ${path}`,
    method,
    path,
    tag: String(listOf(node.tags)[0] ?? 'Other'),
    summary: String(node.summary ?? path),
    description: String(node.description ?? ''),
    mark: markOf(pointerTo('paths', path, method.toLowerCase()), node),
    permissions: permissionsOf(document, node),
    fields: fieldsOf(document, reader, operation, collections),
    body: bodyOf(document, reader, operation, collections),
    answers,
    accepts: successTypes(answers),
    removes: method === 'DELETE' && path.endsWith('}'),
  }
}

function successTypes(answers: readonly Answer[]): string[] {
  const success = answers.find(({ status }) => /^2\d\d$/.test(status))
  return success?.contents.map(({ mediaType }) => mediaType) ?? []
}

function bodyOf(
  document: JsonObject,
  reader: SchemaReader,
  operation: OperationNode,
  collections: readonly Collection[],
): Body | undefined {
  const found = partOf(document, operation, 'requestBody')
  const body = found && readBody(found.value, found.pointer)
  if (!body) return undefined
  const view = reader.of(body.schemas)
  const ids = [...view.members.keys()].flatMap((name) => {
    const collection = collectionOfName(collections, name)
    return collection ? [{ name, required: view.required.has(name), collection }] : []
  })
  return { ...body, ids }
}

function readBody(value: JsonObject, pointer: string): Omit<Body, 'ids'> | undefined {
  const mediaTypes = Object.keys(objectOf(value.content))
  const mediaType = mediaTypes.find((each) => each === 'application/json') ?? mediaTypes[0]
  if (mediaType === undefined) return undefined
  const media = objectOf(objectOf(value.content)[mediaType])
  const schema = schemaOf({ value, pointer }, mediaType)
  return {
    mediaType,
    required: value.required === true,
    schemas: schema ? [schema] : [],
    example: media.example ?? exampleOf(media),
  }
}

function answersOf(document: JsonObject, operation: OperationNode): Answer[] {
  const own = objectOf(operation.node.responses)
  return [...responsesOf(document, operation)].map(([status, { value, pointer }]) => ({
    status,
    description: String(value.description ?? ''),
    mark: markOf(pointer, objectOf(own[status]), value),
    headers: Object.entries(objectOf(value.headers)).map(([name, header]) => {
      const target = resolvePointer(document, pointer + pointerTo('headers', name))?.value ?? {}
      return {
        name,
        description: String(target.description ?? ''),
        mark: markOf(pointer + pointerTo('headers', name), objectOf(header), target),
      }
    }),
    contents: Object.entries(objectOf(value.content)).map(([mediaType, media]) => {
      const schema = schemaOf({ value, pointer }, mediaType)
      return {
        mediaType,
        schemas: schema ? [schema] : [],
        example: objectOf(media).example ?? exampleOf(objectOf(media)),
      }
    }),
  }))
}

function eventsOf(document: JsonObject, reader: SchemaReader): EventModel[] {
  // The same shape as paths, below another key (OpenAPI 3.1, `webhooks`).
  const events = { ...document, paths: document.webhooks }
  return operationsOf(events).map((operation) => {
    const { path: name, node } = operation
    const found = resolvePointer(events, pointerTo('paths', name, 'post', 'requestBody'))
    return {
      name,
      summary: String(node.summary ?? name),
      description: String(node.description ?? ''),
      mark: markOf(pointerTo('webhooks', name, 'post'), node),
      headers: fieldsOf(events, reader, operation, []).map(
        ({ label, hint = '', type, required, mark: own }) => ({
          name: label,
          description: hint,
          type,
          required,
          mark: ofEvent(own),
        }),
      ),
      body: found && readBody(found.value, pointerTo('webhooks', name, 'post', 'requestBody')),
      answers: answersOf(events, operation).map((answer) => ({
        ...answer,
        mark: ofEvent(answer.mark),
        headers: answer.headers.map((header) => ({ ...header, mark: ofEvent(header.mark) })),
      })),
    }
  })
}

/** The mark at its place in the document, which has events below `webhooks`. */
const ofEvent = (mark: Mark): Mark => ({
  ...mark,
  place: mark.place.replace(/^\/paths\//, '/webhooks/'),
})
