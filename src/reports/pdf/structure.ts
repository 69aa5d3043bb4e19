/** The kinds of elements in a tagged PDF (ISO 32000-1, 14.8.4) that reports use. */
export type Tag =
  | ('H1' | 'H2' | 'H3' | 'P' | 'Span' | 'Link' | 'Figure' | 'Sect' | 'BlockQuote')
  | ('Table' | 'TR' | 'TH' | 'TD')

interface Options {
  /** A description of a figure, for people who do not see it. */
  alt?: string
  /** The text of a span, where its letters are drawn in another order or combined. */
  actual?: string
  /** The cells that a header belongs to. */
  scope?: 'Column' | 'Row'
  /** Left, top, right and bottom of a figure. */
  bbox?: [number, number, number, number]
}

type Element = PDFKit.PDFStructureElement

/** Elements that hold others and no text. */
const CONTAINERS: readonly Tag[] = ['Sect', 'Table', 'TR', 'BlockQuote']

/**
 * The structure of a PDF, which says to assistive technology what the drawn text is: PDF/UA requires that all content is
 * either part of an element or marked as decoration.
 */
export class Structure {
  readonly #pdf: PDFKit.PDFDocument
  readonly #document: Element
  readonly #open: { tag: Tag; element: Element; end?: () => void }[] = []
  #isDecorating = false

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    this.#document = pdf.struct('Document')
    pdf.addStructure(this.#document)
  }

  /** Begins an element. A figure must not cross pages. */
  begin(tag: Tag, options: Options = {}): void {
    if (this.#isDecorating) return
    const element = this.#pdf.struct(tag, options as object)
    this.#parent.add(element)
    const content = tag === 'Figure' ? this.#beginContent(tag, element) : undefined
    this.#open.push({ tag, element, ...(content && { end: content }) })
  }

  end(): void {
    if (this.#isDecorating) return
    const { element, end } = this.#open.pop() as { element: Element; end?: () => void }
    end?.()
    element.end()
  }

  /** Draws text of the current element, or else a paragraph. `actual` is the text if it cannot be read from the letters. */
  text(draw: () => void, actual?: string): void {
    const current = this.#open.at(-1)
    if (this.#isMarked) draw()
    else if (actual !== undefined && current && !CONTAINERS.includes(current.tag)) {
      this.begin('Span', { actual })
      this.text(draw)
      this.end()
    } else if (current && !CONTAINERS.includes(current.tag)) {
      const end = this.#beginContent(current.tag, current.element)
      draw()
      end()
    } else {
      this.begin('P')
      this.text(draw, actual)
      this.end()
    }
  }

  /** Draws what adds nothing to the text, also if it is text, such as page numbers. */
  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    if (this.#isMarked) {
      draw()
      return
    }
    this.#pdf.markContent('Artifact', { type })
    this.#isDecorating = true
    draw()
    this.#isDecorating = false
    this.#pdf.endMarkedContent()
  }

  /** Makes an area of the current element, a link, open an address. */
  annotate(x: number, y: number, width: number, height: number, url: string): void {
    if (this.#isDecorating) return
    const structParent = this.#parent
    // PDF/UA requires a description of the link.
    const options = { structParent, Contents: new String(url) }
    this.#pdf.link(x, y, width, height, url, options as object)
  }

  /** Ends the document. */
  finish(): void {
    this.#document.end()
  }

  get #parent(): Element {
    return this.#open.at(-1)?.element ?? this.#document
  }

  /** Whether what is drawn already belongs to a figure or a decoration. */
  get #isMarked(): boolean {
    return this.#isDecorating || this.#open.some(({ tag }) => tag === 'Figure')
  }

  #beginContent(tag: Tag, element: Element): () => void {
    const content = this.#pdf.markStructureContent(tag)
    return () => {
      this.#pdf.endMarkedContent()
      element.add(content)
    }
  }
}
