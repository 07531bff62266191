import type { PDFDocumentProxy } from 'pdfjs-dist'

export type OutlineEntry = {
  key: string
  title: string
  destination: string | unknown[] | undefined
  page: number | undefined
  children: OutlineEntry[]
}

type Node = { title: string; dest: string | unknown[] | null; items: Node[] }

/** Maximum number of entries whose pages are looked up; more would read too much of the document. */
const pagesLimit = 300

/** Calls `show` with the outline at once, and again when the page numbers are known. */
export async function readOutline(
  pdf: PDFDocumentProxy,
  show: (entries: OutlineEntry[]) => void,
): Promise<void> {
  const nodes = ((await pdf.getOutline()) ?? []) as Node[]
  const all: OutlineEntry[] = []
  const entryOf = (node: Node, key: string): OutlineEntry => {
    const entry: OutlineEntry = {
      key,
      title: node.title.trim() || 'Untitled',
      destination: node.dest ?? undefined,
      page: undefined,
      children: [],
    }
    all.push(entry)
    entry.children = node.items.map((item, index) => entryOf(item, `${key}.${index}`))
    return entry
  }
  const entries = nodes.map((node, index) => entryOf(node, String(index)))
  show(entries)
  if (all.length === 0 || all.length > pagesLimit) return
  await Promise.all(
    all.map(async (entry) => {
      entry.page = await pageOf(pdf, entry.destination).catch(() => undefined)
    }),
  )
  show([...entries])
}

async function pageOf(
  pdf: PDFDocumentProxy,
  destination: OutlineEntry['destination'],
): Promise<number | undefined> {
  const target =
    typeof destination === 'string' ? await pdf.getDestination(destination) : destination
  const page: unknown = target?.[0]
  if (typeof page === 'number') return page + 1
  if (typeof page !== 'object' || page === null) return undefined
  return (await pdf.getPageIndex(page as Parameters<typeof pdf.getPageIndex>[0])) + 1
}
