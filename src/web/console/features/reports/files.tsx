import { failureOf, reach } from '../../client/http.ts'
import type { MadeFile } from '../../client/made-files.ts'
import type { ServiceCall } from '../../client/service.ts'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { CsvRows, hasPdfViewer, PdfPages } from '../../ui/file-view.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Panel, Pending } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { type ReportContent, ReportContents } from './report-contents.tsx'

/** The reports and exports of this tab, with links that work until they expire. */
export function FileList({
  files,
  shown,
  onShow,
}: {
  files: readonly MadeFile[]
  shown: MadeFile | undefined
  onShow: (file: MadeFile) => void
}) {
  const clock = useRead((control, signal) => control('GET', '/clock', { signal }))
  const isExpired = ({ expires_at }: MadeFile) =>
    clock.data !== undefined && expires_at <= clock.data.now
  const columns: Column<MadeFile>[] = [
    [
      'File',
      ({ filename, title }) => (
        <span>
          <Name>{filename}</Name>
          <span class="note">
            <Name>{title}</Name>
          </span>
        </span>
      ),
    ],
    ['Kind', ({ kind }) => kind],
    ['Made', ({ generated_at }) => <Time at={generated_at} />],
    [
      'Link',
      (file) =>
        isExpired(file) ? (
          <Badge>expired</Badge>
        ) : (
          <span class="faint">
            until <Time at={file.expires_at} />
          </span>
        ),
    ],
    [
      'Actions',
      (file) => (
        <div class="actions">
          <button
            type="button"
            aria-label={`Preview ${file.filename}`}
            aria-pressed={file.download_url === shown?.download_url}
            onClick={() => onShow(file)}
          >
            Preview
          </button>
          <Download file={file} />
        </div>
      ),
      'row-actions',
    ],
  ]
  if (files.length === 0) return null
  return (
    <Panel title="Made in this tab">
      <Table
        caption="Reports and exports"
        columns={columns}
        rows={files}
        keyOf={({ download_url }) => download_url}
      />
    </Panel>
  )
}

/** A link that saves the file. */
export function Download({ file }: { file: MadeFile }) {
  return (
    <a
      class="button"
      href={file.download_url}
      download={file.filename}
      aria-label={`Download ${file.filename}`}
    >
      Download
    </a>
  )
}

/** Rows of a CSV file that are shown. */
const ROWS = 20

/** The beginning of a CSV file, the whole of JSON, or the pages of a PDF. */
export function FilePreview({ file, onClose }: { file: MadeFile; onClose: () => void }) {
  const { api } = useSandbox()
  const loaded = useLoaded((signal) => contentOf(api, file, signal), [api, file.download_url])
  const content = loaded.data
  return (
    <Panel
      title={
        <>
          Preview of <Name>{file.filename}</Name>
        </>
      }
      actions={
        <div class="actions">
          <Download file={file} />
          <button type="button" onClick={onClose}>
            Close the preview
          </button>
        </div>
      }
    >
      <Pending of={loaded} title="The file could not be opened">
        Loading the file…
      </Pending>
      {content?.kind === 'csv' && <CsvRows text={content.text} name={file.filename} most={ROWS} />}
      {content?.kind === 'json' && <JsonView value={content.value} label={file.filename} />}
      {content?.kind === 'pdf' && <PdfPages content={content.value} name={file.filename} />}
      {content?.kind === 'report' && (
        <>
          <p class="hint">
            This browser cannot show a PDF in a page. These are the figures of its pages.
          </p>
          <ReportContents content={content.value} />
        </>
      )}
    </Panel>
  )
}

type Content =
  | { kind: 'csv'; text: string }
  | { kind: 'json'; value: unknown }
  | { kind: 'pdf'; value: Blob }
  | { kind: 'report'; value: ReportContent }

async function contentOf(
  api: ServiceCall,
  { filename, download_url, query }: MadeFile,
  signal: AbortSignal,
): Promise<Content> {
  if (filename.endsWith('.csv'))
    return { kind: 'csv', text: await (await opened(download_url, signal)).text() }
  if (!filename.endsWith('.pdf'))
    return { kind: 'json', value: await (await opened(download_url, signal)).json() }
  if (hasPdfViewer() || query === undefined)
    return { kind: 'pdf', value: await (await opened(download_url, signal)).blob() }
  // The same report as JSON.
  const { data } = await api('GET', '/reports/generate', {
    query: { ...query, format: 'json' },
    signal,
  })
  return { kind: 'report', value: await (await opened(data.download_url, signal)).json() }
}

/** The file behind a download link. */
async function opened(link: string, signal: AbortSignal) {
  // The sandbox may have another name than the one in this page's address. By the control plane, it leaves no trace.
  const path = `_sandbox${link.slice(link.indexOf('/files/'))}`
  const response = await reach('GET', path, { Accept: '*/*' }, { signal })
  if (response.ok) return response
  throw failureOf(response, await response.json().catch(() => ({})))
}
