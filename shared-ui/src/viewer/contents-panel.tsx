import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { Skeleton } from '../skeleton.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './side-panel.module.css'

type ContentsPanelProps = {
  document: PDFDocumentProxy
  page: number
  onGo: (destination: string | unknown[]) => void
}

/** The document's own table of contents. */
export function ContentsPanel({ document, page, onGo }: ContentsPanelProps) {
  const [entries, setEntries] = useState<OutlineEntry[]>()
  useEffect(() => {
    let wanted = true
    readOutline(document, (read) => wanted && setEntries(read)).catch(
      () => wanted && setEntries([]),
    )
    return () => {
      wanted = false
    }
  }, [document])
  if (!entries) return <Skeleton lines={6} label="Loading contents" />
  if (entries.length === 0) {
    return <p className={styles.empty}>This document has no table of contents.</p>
  }
  return <Entries entries={entries} current={currentOf(entries, page)} onGo={onGo} />
}

type EntriesProps = {
  entries: OutlineEntry[]
  current: OutlineEntry | undefined
  onGo: ContentsPanelProps['onGo']
}

function Entries({ entries, current, onGo }: EntriesProps) {
  return (
    <ul className={styles.contents}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <button
            type="button"
            className={styles.entry}
            aria-current={entry === current ? 'location' : undefined}
            disabled={entry.destination === undefined}
            onClick={() => entry.destination === undefined || onGo(entry.destination)}
          >
            <span>{entry.title}</span>
            {entry.page === undefined ? null : (
              <span className={styles.entryPage}>
                <VisuallyHidden>page </VisuallyHidden>
                {entry.page}
              </span>
            )}
          </button>
          {entry.children.length > 0 ? (
            <Entries entries={entry.children} current={current} onGo={onGo} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The last entry that starts on the page or before it. */
function currentOf(entries: OutlineEntry[], page: number): OutlineEntry | undefined {
  let current: OutlineEntry | undefined
  const visit = (entry: OutlineEntry) => {
    if (entry.page !== undefined && entry.page <= page) current = entry
    for (const child of entry.children) visit(child)
  }
  for (const entry of entries) visit(entry)
  return current
}

type OutlineEntry = {
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
async function readOutline(
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
  const near = nearEntries(all)
  if (near.length === 0) return
  await Promise.all(
    near.map(async (entry) => {
      entry.page = await pageOf(pdf, entry.destination).catch(() => undefined)
    }),
  )
  show([...entries])
}

/** The entries of as many levels as the limit allows: a book has those of all of its papers below its own. */
function nearEntries(all: readonly OutlineEntry[]): OutlineEntry[] {
  const near: OutlineEntry[] = []
  for (const [, level] of Map.groupBy(all, ({ key }) => key.split('.').length)) {
    if (near.length + level.length > pagesLimit) break
    near.push(...level)
  }
  return near
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
