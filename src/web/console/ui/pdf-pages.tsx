import { useObjectUrl } from '../hooks/object-url.ts'

/** Phones and some desktop browsers have no viewer: they would save the file, or show an empty frame. */
export const hasPdfViewer = (): boolean => navigator.pdfViewerEnabled

/** The pages of a PDF, in the viewer of the browser. */
export function PdfPages({ content, name }: { content: Blob; name: string }) {
  const url = useObjectUrl(content)
  return url ? <iframe class="pdf" src={url} title={`Pages of ${name}`} /> : null
}
