import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { KeyChoice } from '../../client/keys.ts'
import { messageOf } from '../../client/problems.ts'
import { CodePanel } from '../../ui/code-panel.tsx'
import { Check } from '../../ui/controls.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Steps } from './answer-view.tsx'
import { Answers } from './answers.tsx'
import type { Operation } from './api-model.ts'
import { BodyInput } from './body-input.tsx'
import { formCode } from './code.ts'
import { useExplorer } from './context.ts'
import { FieldInput } from './field-input.tsx'
import {
  collectionsIn,
  type Draft,
  type Form,
  firstForm,
  memberOf,
  NEW,
  withExampleIds,
} from './first-press.ts'
import { usePress, useRows } from './hooks.ts'
import { MarkTag, Prose } from './mark-tag.tsx'
import { Method } from './navigation.tsx'
import { problemsOf, requestOf, type Step } from './request.ts'
import { SchemaTree } from './schema-tree.tsx'
import type { ShownAnswer } from './send.ts'

/** One operation: its form, the answer, the request as code, and its reference. */
export function OperationPage({
  operation,
  choice,
  at,
  draft,
  note,
  onDraft,
  children,
}: {
  operation: Operation
  /** The key to send; undefined while the user has not entered it. */
  choice: KeyChoice | undefined
  /** The parameter that the address names. */
  at: string | undefined
  draft: Draft
  /** The origin of the draft. */
  note: ComponentChildren
  onDraft: (draft: Draft) => void
  children?: ComponentChildren
}) {
  const { base, link } = useExplorer()
  const known = useRows(collectionsIn(operation), choice)
  const first = firstForm(operation, known.rows)
  const form: Form = {
    values: { ...first.values, ...draft.values },
    body: draft.body ?? first.body,
    accept: draft.accept ?? first.accept,
  }
  const { steps, busy, error, send } = usePress(operation, choice, known)
  const [tried, setTried] = useState(false)
  const problems = problemsOf(operation, form)
  const answer = useRef<HTMLDivElement>(null)
  useLinkedParameter(at)

  const submit = async (event: Event) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length > 0 || choice === undefined) return
    const done = await send(form)
    // The record that was removed cannot be removed again.
    if (done && operation.removes) onDraft({ ...draft, values: {} })
    answer.current?.scrollIntoView({ block: 'nearest' })
  }
  const put = (key: string, value: string) =>
    onDraft({ ...draft, values: { ...draft.values, [key]: value } })

  const { id, method, path, summary, description, mark, permissions, fields, body } = operation
  const token = typeof choice?.token === 'string' ? choice.token : undefined
  const request = requestOf(operation, withExampleIds(operation, form), { base, token })
  return (
    <article class="stack loose" aria-labelledby="operation-title">
      <header class="stack tight">
        <h1 id="operation-title" tabindex={-1}>
          <span data-names-page>{summary}</span>
        </h1>
        <p class="operation-address row">
          <Method method={method} /> <code>{path}</code>
          <CopyButton
            text={() => new URL(link(id), location.href).href}
            label="Copy link"
            class="quiet"
          />
          <MarkTag mark={mark} about={summary} />
        </p>
        <Prose text={description} />
        {permissions.length > 0 && (
          <p class="faint">
            Permission: <code>{permissions.join(', ')}</code>
          </p>
        )}
      </header>
      <div class="operation-columns">
        <form class="operation-form" noValidate onSubmit={submit} aria-label="Request">
          {note}
          {fields.map((field) => (
            <FieldInput
              key={field.key}
              operation={id}
              field={field}
              value={form.values[field.key] ?? ''}
              rows={known.rows}
              problem={tried ? problems[field.key] : undefined}
              isLinked={at === field.name}
              onValue={(value) => put(field.key, value)}
            />
          ))}
          {body && (
            <BodyInput
              body={body}
              text={form.body ?? ''}
              rows={known.rows}
              isChanged={draft.body !== undefined}
              onText={(text) => onDraft({ ...draft, body: text })}
              onReset={() =>
                onDraft({ values: draft.values, ...(draft.accept && { accept: draft.accept }) })
              }
            />
          )}
          {operation.accepts.length > 1 && (
            <fieldset class="row">
              <legend>Response as</legend>
              {operation.accepts.map((accept) => (
                <Check
                  key={accept}
                  checked={accept === form.accept}
                  onChange={() => onDraft({ ...draft, accept })}
                  attributes={{ type: 'radio', name: 'accept' }}
                >
                  {accept}
                </Check>
              ))}
            </fieldset>
          )}
          <div class="operation-send">
            <button
              type="submit"
              class={operation.removes ? 'danger' : 'primary'}
              disabled={busy || known.loading}
            >
              Send
            </button>
            <SendNote form={form} operation={operation} choice={choice} />
          </div>
          <p class="hidden-text" role="status">
            {busy ? '' : outcomeOf(steps)}
          </p>
          <div ref={answer} role="region" aria-label="Response">
            {error !== undefined && <p class="problem">{messageOf(error)}</p>}
            <Steps steps={steps} />
          </div>
        </form>
        <aside class="operation-aside">
          <CodePanel
            codeOf={(language) => formCode(language, request, operation)}
            hints={() =>
              token === undefined ? [] : ['Set the environment variable SVC_TOKEN to your key.']
            }
          />
        </aside>
      </div>
      <div class="stack loose">
        {body && (
          <section aria-labelledby="body-title">
            <h2 id="body-title">Members of the body</h2>
            <SchemaTree schemas={body.schemas} label="Members of the body" />
          </section>
        )}
        <Answers answers={operation.answers} />
      </div>
      {children}
    </article>
  )
}

/** The status of the last answer, for screen readers: the whole answer would be too long. */
function outcomeOf(steps: readonly Step<ShownAnswer>[]): string {
  const last = steps.at(-1)?.answer
  return last === undefined ? '' : `The response has the status ${last.status}.`
}

/** Side effects of pressing the button, besides the request itself. */
function SendNote({
  form,
  operation,
  choice,
}: {
  form: Form
  operation: Operation
  choice: KeyChoice | undefined
}) {
  if (choice === undefined) return <p class="hint">Enter a key first.</p>
  const created = [
    ...operation.fields.filter(({ key }) => form.values[key] === NEW),
    ...(operation.body?.ids.filter(({ name }) => memberOf(form.body ?? '', name) === NEW) ?? []),
  ].flatMap(({ collection }) => (collection ? [collection] : []))
  return (
    <p class="hint">
      {typeof choice.token === 'function' && 'Creates the key first. '}
      {created.map(({ noun, create, path }) => (
        <span key={path}>
          Creates a {noun} first, with{' '}
          <code>
            {create?.method} {path}
          </code>
          .{' '}
        </span>
      ))}
      {operation.removes && created.length === 0 && 'Removes the record that you picked.'}
    </p>
  )
}

/** Scrolls to the parameter that the address names. */
function useLinkedParameter(at: string | undefined) {
  useEffect(() => {
    if (at !== undefined) document.getElementById(`parameter-${at}`)?.scrollIntoView()
  }, [at])
}
