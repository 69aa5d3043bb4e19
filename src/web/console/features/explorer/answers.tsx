import { Prose } from '../../ui/values.tsx'
import type { Answer } from './api-model.ts'
import type { Field } from './fields.ts'
import { MarkTag } from './mark-tag.tsx'
import { SchemaTree } from './schema-tree.tsx'

/** The documented answers of an operation; the success is open, because the failures share their body. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <section aria-labelledby="answers-title">
      <h2 id="answers-title">Responses</h2>
      {answers.map((answer, index) => (
        <AnswerEntry key={answer.status} answer={answer} open={index === 0} />
      ))}
    </section>
  )
}

function AnswerEntry({ answer, open }: { answer: Answer; open: boolean }) {
  const { status, description, mark, headers, contents } = answer
  return (
    <details class="documented-answer" open={open}>
      <summary>
        <span class="documented-status">{status}</span> <span>{description}</span>
      </summary>
      <p>
        <MarkTag mark={mark} about={status} />
      </p>
      {contents.map(({ mediaType, schemas }) => (
        <div key={mediaType}>
          <h3>{mediaType}</h3>
          <SchemaTree schemas={schemas} label={`Members of ${status}, ${mediaType}`} />
        </div>
      ))}
      {headers.length > 0 && (
        <>
          <h3>Headers</h3>
          <HeaderList headers={headers} label={`Headers of ${status}`} />
        </>
      )}
    </details>
  )
}

/** Headers of an answer or of an event. */
export function HeaderList({
  headers,
  label,
}: {
  headers: readonly (Answer['headers'][number] & Partial<Pick<Field, 'type' | 'required'>>)[]
  label: string
}) {
  return (
    <ul class="schema" aria-label={label}>
      {headers.map(({ name, type, required, mark, description }) => (
        <li key={name}>
          <p class="schema-head row">
            <span class="schema-name">{name}</span>
            {type && <span class="faint">{type}</span>}
            {required && <span class="required">required</span>}
            <MarkTag mark={mark} about={name} />
          </p>
          <Prose text={description} />
        </li>
      ))}
    </ul>
  )
}
