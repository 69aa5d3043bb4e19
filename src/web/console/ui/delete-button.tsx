import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirmation } from './dialog.tsx'

/**
 * Deletes a record after asking. `what` is its kind, such as `campaign`; `children` say what is lost. `remove` resolves with a
 * message to show.
 */
export function DeleteButton({
  what,
  name,
  remove,
  class: style = '',
  children,
}: {
  what: string
  name: string
  remove: () => Promise<string>
  class?: string
  children: ComponentChildren
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        class={`danger ${style}`}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete…
      </button>
      {isAsking && (
        <Confirmation
          title={
            <>
              {`Delete the ${what} “`}
              <bdi>{name}</bdi>”?
            </>
          }
          confirm={`Delete the ${what}`}
          failed={`The ${what} was not deleted`}
          act={remove}
          onClose={() => setAsking(false)}
        >
          {children}
        </Confirmation>
      )}
    </>
  )
}
