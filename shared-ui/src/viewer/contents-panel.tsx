import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { Skeleton } from '../skeleton.tsx'
import { type OutlineEntry, readOutline } from './outline.ts'
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
                <span className={styles.hidden}>page </span>
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
