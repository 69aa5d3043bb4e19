import type { ComponentChildren } from 'preact'
import type { ApiDocument } from '../client/document.ts'
import { changesOf, draftOf, type FormDraft, requestOf } from '../client/form-request.ts'
import { bodyFields, type FormField, type FormSettings } from '../client/schema-form.ts'
import { useLoaded } from '../hooks/sandbox.ts'
import { Dialog } from './dialog.tsx'
import { Pending } from './page.tsx'
import { SchemaForm } from './schema-form.tsx'

/** A dialog with a form for a request, as a document describes it, and the labels and details that the document lacks. */
export function FormDialog<T>({
  title,
  wide = false,
  of: [load, method, path],
  settings,
  record,
  initial = {},
  fieldsFor = (fields) => fields,
  submit,
  more,
  send,
  onClose,
  note,
  children,
}: {
  title: ComponentChildren
  wide?: boolean
  of: readonly [document: () => Promise<ApiDocument>, method: 'post' | 'put', path: string]
  settings: FormSettings<T>
  /** The record that is changed: only changed members are sent. */
  record?: object | undefined
  /** Values of a new record. */
  initial?: object
  /** One value may decide which other fields are needed. */
  fieldsFor?: (fields: readonly FormField[], draft: FormDraft) => readonly FormField[]
  submit: string
  /** Fields that most users leave alone. */
  more?: readonly string[]
  send: (body: Record<string, unknown>) => Promise<void>
  onClose: () => void
  /** Above the form. */
  note?: ComponentChildren
  /** A summary of the request, below the fields. */
  children?: (body: Record<string, unknown>) => ComponentChildren
}) {
  const loaded = useLoaded(async () => bodyFields(await load(), method, path, settings), [settings])
  const all = loaded.data ?? []
  const before = draftOf(all, record ?? initial)
  const bodyOf = (draft: FormDraft) => {
    const names = fieldsFor(all, draft).map(({ name }) => name)
    // A field that another choice hides was filled in before.
    const shown = Object.fromEntries(
      Object.entries(draft).map(([name, text]) => [name, names.includes(name) ? text : '']),
    )
    return record === undefined ? requestOf(all, shown) : changesOf(all, before, shown)
  }
  const save = async (draft: FormDraft) => {
    const body = bodyOf(draft)
    if (record !== undefined && Object.keys(body).length === 0) onClose()
    else await send(body)
  }
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      {note}
      <Pending of={loaded}>Loading the form…</Pending>
      {loaded.data && (
        <SchemaForm
          fields={(draft) => fieldsFor(all, draft)}
          initial={before}
          submit={submit}
          send={save}
          onCancel={onClose}
          more={more}
        >
          {children && ((draft) => children(requestOf(fieldsFor(all, draft), draft)))}
        </SchemaForm>
      )}
    </Dialog>
  )
}
