import { useEffect, useState } from 'preact/hooks'
import { csvPreview } from '../client/csv-preview.ts'
import { counted, shown } from '../client/format.ts'
import { type Column, Table } from './table.tsx'

/** Phones and some desktop browsers have no viewer: they would save the file, or show an empty frame. */
export const hasPdfViewer = (): boolean => navigator.pdfViewerEnabled

/** The pages of a PDF, in the viewer of the browser. */
export function PdfPages({ content, name }: { content: Blob; name: string }) {
  const url = useObjectUrl(content)
  if (!hasPdfViewer())
    return <p class="hint">This browser cannot show a PDF in a page. Save the file to open it.</p>
  return url ? <iframe class="pdf" src={url} title={`Pages of ${name}`} /> : null
}

interface CsvRow {
  id: string
  cells: string[]
}

/** The first rows of a CSV file. */
export function CsvRows({ text, name, most }: { text: string; name: string; most: number }) {
  const { columns, rows, more } = csvPreview(text, most)
  return (
    <>
      <div class="csv-preview" role="region" tabindex={0} aria-label={`Rows of ${name}`}>
        <Table
          caption={name}
          columns={columns.map(
            (column, index): Column<CsvRow> => [column, ({ cells }) => cells[index]],
          )}
          rows={rows.map((cells, index) => ({ id: String(index), cells }))}
        />
      </div>
      <p class="hint">
        {counted(columns.length, 'column')}.{' '}
        {more
          ? `The first ${shown(most)} rows; the file has more.`
          : `${counted(rows.length, 'row')}.`}
      </p>
    </>
  )
}

/** An address of a file that the page has read, while it is shown. */
export function useObjectUrl(content: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}
