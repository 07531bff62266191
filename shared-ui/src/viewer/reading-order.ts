import { inReadingOrder } from '@portal/domain/reading-order'
import { hasRightToLeft } from '@portal/domain/shown-text'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

/** Makes the texts of a document's pages, for the text layer and the search, those that the portal has extracted. */
export function readInOrder(document: PDFDocumentProxy): void {
  const getPage = document.getPage.bind(document)
  const known = new WeakSet<PDFPageProxy>()
  document.getPage = async (number) => {
    const page = await getPage(number)
    if (!known.has(page)) putInOrder(page)
    known.add(page)
    return page
  }
}

function putInOrder(page: PDFPageProxy): void {
  const getTextContent = page.getTextContent.bind(page)
  const streamTextContent = page.streamTextContent.bind(page)
  page.getTextContent = async (options) => {
    const content = await getTextContent(options)
    if (!content.items.some(isRightToLeft)) return content
    // The text layer has the lines' parts by their marked content.
    const marked = await getTextContent({ ...options, includeMarkedContent: true })
    const items = inReadingOrder(marked.items)
    return {
      ...marked,
      items: items.filter((item) => options?.includeMarkedContent || 'str' in item),
    }
  }
  page.streamTextContent = (options) =>
    (streamTextContent(options) as ReadableStream<TextContent>).pipeThrough(heldInOrder())
}

function isRightToLeft(item: TextContent['items'][number]): boolean {
  return 'str' in item && hasRightToLeft(item.str)
}

/** Passes a page's text on as it arrives; from the first right-to-left letters on, all at once. */
function heldInOrder(): TransformStream<TextContent, TextContent> {
  let held: TextContent | undefined
  return new TransformStream({
    transform(content, controller) {
      if (held) {
        held.items.push(...content.items)
        Object.assign(held.styles, content.styles)
      } else if (content.items.some(isRightToLeft)) held = content
      else controller.enqueue(content)
    },
    flush(controller) {
      if (held) controller.enqueue({ ...held, items: [...inReadingOrder(held.items)] })
    },
  })
}
