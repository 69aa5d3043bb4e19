import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FormDraft } from '../../client/form-request.ts'
import type { KeyChoice } from '../../client/keys.ts'
import { CodePanel } from '../../ui/code-panel.tsx'
import { Check } from '../../ui/controls.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import { Prose } from '../../ui/values.tsx'
import { Steps } from './answer-view.tsx'
import { Answers } from './answers.tsx'
import type { Operation } from './api-model.ts'
import { BodyInput } from './body-input.tsx'
import { formCode } from './code.ts'
import { useExplorer } from './context.ts'
import { FieldInput } from './field-input.tsx'
import { collectionsIn, firstForm, memberOf, NEW, withExampleIds } from './first-press.ts'
import { usePress, useRows } from './hooks.ts'
import { MarkTag } from './mark-tag.tsx'
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
  /** What the user changed; other fields follow the examples and the lists. */
  draft: FormDraft
  /** The origin of the draft. */
  note: ComponentChildren
  onDraft: (draft: FormDraft) => void
  children?: ComponentChildren
}) {
  const { base, link } = useExplorer()
  const known = useRows(collectionsIn(operation), choice)
  const filled = { ...firstForm(operation, known.rows), ...draft }
  const { steps, send } = usePress(operation, choice, known)
  const answer = useRef<HTMLDivElement>(null)
  useLinkedParameter(at)
  const put = (next: FormDraft) => {
    const changed = Object.entries(next).filter(([name, text]) => text !== filled[name])
    onDraft({ ...draft, ...Object.fromEntries(changed) })
  }
  const form = useForm<FormDraft>([filled, put], async () => {
    const fields = problemsOf(operation, filled)
    if (Object.keys(fields).length > 0) return { fields, rest: undefined }
    if (choice === undefined) return
    const done = await send(filled)
    // The record that was removed cannot be removed again.
    if (done && operation.removes) onDraft({})
    answer.current?.scrollIntoView({ block: 'nearest' })
  })
  const withoutBody = () => {
    const { body: _, ...others } = draft
    onDraft(others)
  }

  const { id, method, path, summary, description, mark, permissions, fields, body } = operation
  const token = typeof choice?.token === 'string' ? choice.token : undefined
  const request = requestOf(operation, withExampleIds(operation, filled), { base, token })
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
        <form class="operation-form" aria-label="Request" {...form.attributes}>
          {note}
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              operation={id}
              field={field}
              form={form}
              draft={filled}
              rows={known.rows}
              isLinked={at === field.label}
            />
          ))}
          {body && (
            <BodyInput
              body={body}
              form={form}
              text={filled.body ?? ''}
              rows={known.rows}
              onReset={draft.body === undefined ? undefined : withoutBody}
            />
          )}
          {operation.accepts.length > 1 && (
            <fieldset class="row">
              <legend>Response as</legend>
              {operation.accepts.map((accept) => (
                <Check
                  key={accept}
                  checked={accept === filled.accept}
                  onChange={() => form.put({ accept })}
                  attributes={{ type: 'radio', name: 'accept' }}
                >
                  {accept}
                </Check>
              ))}
            </fieldset>
          )}
          <FormProblem text={form.problem} />
          <div class="operation-send">
            <button
              type="submit"
              class={operation.removes ? 'danger' : 'primary'}
              disabled={form.busy || known.loading}
            >
              Send
            </button>
            <SendNote form={filled} operation={operation} choice={choice} />
          </div>
          <p class="hidden-text" role="status">
            {form.busy ? '' : outcomeOf(steps)}
          </p>
          <div ref={answer} role="region" aria-label="Response">
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
  form: FormDraft
  operation: Operation
  choice: KeyChoice | undefined
}) {
  if (choice === undefined) return <p class="hint">Enter a key first.</p>
  const created = [
    ...operation.fields.filter(({ name }) => form[name] === NEW),
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
