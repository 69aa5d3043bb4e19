import type { MadeFile } from '../../client/made-files.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'

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
