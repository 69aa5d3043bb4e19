import { useState } from 'preact/hooks'
import { messageOf } from '../../client/problems.ts'
import { useAttempt } from '../../hooks/sandbox.ts'
import { CsvRows, PdfPages, useObjectUrl } from '../../ui/file-view.tsx'
import { Body } from '../../ui/message.tsx'
import { type AnswerKind, fileNameOf, kindOf } from './answer.ts'

const MOST_ROWS = 8

interface File {
  name: string
  kind: AnswerKind
  content: Blob
  text: string | null
}

/** A link of an answer to a file: shows it, and saves it. */
export function DownloadedFile({ name, url }: { name: string; url: string }) {
  const [file, setFile] = useState<File>()
  const { attempt, busy, error } = useAttempt()
  const open = () =>
    attempt(async () => {
      const response = await fetch(url, { credentials: 'omit' })
      if (!response.ok) throw new Error(`The file cannot be read: ${response.status}.`)
      const content = await response.blob()
      const kind = kindOf(response.headers.get('Content-Type') ?? undefined, content.size)
      const given = fileNameOf(response.headers.get('Content-Disposition') ?? undefined)
      const fromPath = new URL(url).pathname.split('/').at(-1) ?? name
      const text = kind === 'csv' || kind === 'json' ? await content.text() : null
      setFile({ name: given ?? fromPath, kind, content, text })
    })
  return (
    <div class="stack">
      {file === undefined ? (
        <p class="explorer-answer-head row">
          <code>{name}</code>
          <button type="button" disabled={busy} onClick={open}>
            Preview the file
          </button>
          <a class="button" href={url} download="">
            Download
          </a>
        </p>
      ) : (
        <FilePreview file={file} />
      )}
      {error !== undefined && <p class="problem">{messageOf(error)}</p>}
    </div>
  )
}

/** A file: its first rows or its pages, and a link that saves it. */
export function FilePreview({ file: { name, kind, content, text } }: { file: File }) {
  const url = useObjectUrl(content)
  return (
    <div class="stack">
      <p class="explorer-answer-head row">
        <span>{name}</span>
        <a class="button" href={url} download={name}>
          Save the file
        </a>
      </p>
      {kind === 'csv' && <CsvRows text={text ?? ''} name={name} most={MOST_ROWS} />}
      {kind === 'json' && (
        <Body
          message={{ headers: {}, body: text, truncated: false }}
          label={`Content of ${name}`}
        />
      )}
      {kind === 'pdf' && <PdfPages content={content} name={name} />}
    </div>
  )
}
