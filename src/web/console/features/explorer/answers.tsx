import type { Answer } from './api-model.ts'
import { MarkTag } from './mark-tag.tsx'
import { Prose } from './prose.tsx'
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
          <ul class="schema" aria-label={`Headers of ${status}`}>
            {headers.map((header) => (
              <li key={header.name}>
                <p class="schema-head row">
                  <span class="schema-name">{header.name}</span>
                  <MarkTag mark={header.mark} about={header.name} />
                </p>
                <Prose text={header.description} />
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
