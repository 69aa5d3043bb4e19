import { useMemo } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Body, Headers } from '../../ui/message.tsx'
import { StatusBadge } from '../../ui/values.tsx'
import { filesIn } from './answer.ts'
import type { Operation } from './api-model.ts'
import { useExplorer } from './context.ts'
import { DownloadedFile, FilePreview } from './file-preview.tsx'
import { Method } from './navigation.tsx'
import { originsOfSchemas } from './origins.ts'
import type { Step } from './request.ts'
import { answerWith, responsePlace } from './response-place.ts'
import type { ShownAnswer } from './send.ts'

/** The requests of one press, the last one open. */
export function Steps({ steps }: { steps: readonly Step<ShownAnswer>[] }) {
  return (
    <>
      {steps.map((step, index) =>
        index === steps.length - 1 ? (
          <AnswerView key={index} step={step} />
        ) : (
          <details key={index} class="stack">
            <summary>
              <StatusBadge status={step.answer.status} /> First{' '}
              <Method method={step.request.method} /> <code>{step.operation.path}</code>
            </summary>
            <AnswerView step={step} />
          </details>
        ),
      )}
    </>
  )
}

/** Status, time, size, headers and body. */
function AnswerView({ step: { operation, answer } }: { step: Step<ShownAnswer> }) {
  const { base } = useExplorer()
  const { status, statusText, ms, size, headers, fileName } = answer
  const files = useMemo(() => filesIn(answer.body, new URL(base).origin), [answer, base])
  return (
    <div class="explorer-answer stack">
      <p class="explorer-answer-head row">
        <StatusBadge status={status} text={statusText} />
        <span>{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</span>
        <span>{bytes(size)}</span>
        {answer.text !== undefined && <CopyButton text={answer.text} label="Copy the body" />}
      </p>
      {files.map(({ name, url }) => (
        <DownloadedFile key={url} name={name} url={url} />
      ))}
      <AnswerBody operation={operation} answer={answer} />
      <Headers key={String(fileName)} headers={headers} />
    </div>
  )
}

function AnswerBody({ operation, answer }: { operation: Operation; answer: ShownAnswer }) {
  const { api } = useExplorer()
  const { kind, headers, text = null, status, content, fileName } = answer
  const origins = useMemo(() => {
    const schemas = answerWith(operation.answers, status)?.contents[0]?.schemas
    return schemas && originsOfSchemas(api.reader, schemas)
  }, [api, operation, status])
  if (kind === 'csv' || kind === 'pdf' || kind === 'other') {
    return (
      <FilePreview file={{ content, kind, text, name: fileName ?? `${operation.id}.${kind}` }} />
    )
  }
  return (
    <Body
      message={{ headers, body: text, truncated: false }}
      label="Body of the response"
      origins={origins}
      placeOf={(path) => responsePlace({ operation: operation.id, status }, path)}
    />
  )
}

function bytes(size: number): string {
  return size < 1000 ? `${size} B` : `${shown(size / 1000)} kB`
}
