import { useState } from 'preact/hooks'
import type { components } from '../../../../../spec/generated/sandbox.ts'
import { controlDocument } from '../../client/control-document.ts'
import { draftOf, requestOf } from '../../client/form-request.ts'
import { bodySchema, resolverOf } from '../../client/request-schema.ts'
import { type FormSettings, formFields } from '../../client/schema-form.ts'
import { useOperator } from '../../hooks/operator.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Pending } from '../../ui/states.tsx'

type Schemas = components['schemas']

/** A name or a whole fixture: a text in a form. */
type Input = Omit<Schemas['AccountInput'], 'fixture'> & { fixture?: string }

const SETTINGS: FormSettings<Input> = {
  name: 'Name',
  plan: { label: 'Plan', suggestions: ['Starter', 'Professional', 'Enterprise'] },
  fixture: {
    label: 'Fixture',
    hint: 'The initial data. Default: the fixture of the sandbox.',
    suggestions: ['demo', 'empty', 'starter'],
  },
  fixture_account: 'Account in the fixture',
  id: 'Id',
  seed: 'Seed',
}

/** Creates an account, then shows the token of its key once. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const { refresh } = useSandbox()
  const control = useOperator()
  const [made, setMade] = useState<Schemas['NewAccount']>()
  const fields = useLoaded(async () => {
    const document = await controlDocument()
    return formFields(bodySchema(document, '/accounts', 'post'), SETTINGS, resolverOf(document))
  }, [])
  if (made !== undefined)
    return (
      <Dialog title="Account created" onClose={onClose}>
        <p>
          This token has full access to “<bdi>{made.name}</bdi>”.{' '}
          <strong>It is shown only once</strong>: copy it now.
        </p>
        <output class="token" aria-label="API token">
          {made.key.token}
        </output>
        <div class="actions">
          <CopyButton text={made.key.token} label="Copy token" class="primary" />
          <a class="button" href={linkTo('overview', undefined, { account: made.id })}>
            Open the account
          </a>
          <button type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Create an account" onClose={onClose}>
      <Pending of={fields}>Loading the form…</Pending>
      {fields.data && (
        <SchemaForm
          fields={fields.data}
          initial={draftOf(fields.data)}
          submit="Create account"
          send={async (draft) => {
            const body = requestOf(fields.data ?? [], draft)
            setMade((await control('POST', '/accounts', { body })).data)
            refresh()
          }}
          onCancel={onClose}
          more={['fixture_account', 'id', 'seed']}
        />
      )}
    </Dialog>
  )
}
