import type { ComponentChildren, ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../hooks/sandbox.ts'
import { Confirmation } from './dialog.tsx'

type Attributes = Omit<
  ComponentProps<'button'>,
  'ref' | 'type' | 'onClick' | 'title' | 'disabled'
> & {
  title?: string | undefined
  disabled?: boolean
}

/** A button that runs `act`, which resolves with a message to show, if any. `meanwhile` is its text until then. */
export function ActionButton({
  act,
  meanwhile,
  disabled = false,
  children,
  ...attributes
}: Attributes & {
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing.
  act: () => Promise<string | void>
  meanwhile?: string
}) {
  const { run, busy } = useAction(act)
  return (
    <button type="button" {...attributes} disabled={disabled || busy} onClick={() => run()}>
      {busy ? (meanwhile ?? children) : children}
    </button>
  )
}

/** A button that opens a dialog. */
export function DialogButton({
  dialog,
  ...attributes
}: Attributes & { dialog: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" {...attributes} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

/** A button that asks before it does something; `children` say what is lost. */
export function AskButton({
  text,
  title,
  confirm,
  failed,
  act,
  children,
  ...attributes
}: Omit<Attributes, 'title'> &
  Omit<ComponentProps<typeof Confirmation>, 'onClose'> & { text: string }) {
  return (
    <DialogButton
      {...attributes}
      dialog={(close) => (
        <Confirmation title={title} confirm={confirm} failed={failed} act={act} onClose={close}>
          {children}
        </Confirmation>
      )}
    >
      {text}
    </DialogButton>
  )
}

/** Deletes a record after asking. `what` is its kind, such as `campaign`. */
export function DeleteButton({
  what,
  name,
  remove,
  children,
}: {
  what: string
  name: string
  /** Resolves with a message to show. */
  remove: () => Promise<string>
  children: ComponentChildren
}) {
  return (
    <AskButton
      text="Delete…"
      class="danger"
      aria-label={`Delete ${name}`}
      title={
        <>
          {`Delete the ${what} “`}
          <bdi>{name}</bdi>”?
        </>
      }
      confirm={`Delete the ${what}`}
      failed={`The ${what} was not deleted`}
      act={remove}
    >
      {children}
    </AskButton>
  )
}
