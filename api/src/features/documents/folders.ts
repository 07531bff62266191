import type { BoardDocument, DocumentFolders } from '@portal/contract/documents'
import { type Quarter, compareQuarters, parseQuarter } from '@portal/domain/quarter'

const byName = new Intl.Collator('en', { numeric: true })
export const byFolderName = byName.compare

type Folder = DocumentFolders['folders'][number]

/** Documents by their folder: quarters first, the newest at the top; the others by name ("Q9" before "Q10"). */
export function byFolder(documents: readonly BoardDocument[]): Folder[] {
  const folders = Map.groupBy(documents, ({ path }) => path)
  return [...folders]
    .map(([folder, transaction]) => ({
      folder,
      quarter: quarterIn(folder),
      documents: transaction.toSorted((a, b) => byName.compare(a.title, b.title)),
    }))
    .toSorted((a, b) => newestFirst(a.quarter, b.quarter) || byName.compare(a.folder, b.folder))
    .map(({ folder, documents: sorted }) => ({ folder, documents: sorted }))
}

/** The folders of the first documents; the last one may be cut off. */
export function firstFolders(folders: readonly Folder[], limit: number): Folder[] {
  const first: Folder[] = []
  let left = limit
  for (const { folder, documents } of folders) {
    if (left <= 0) break
    first.push({ folder, documents: documents.slice(0, left) })
    left -= documents.length
  }
  return first
}

function newestFirst(a: Quarter | undefined, b: Quarter | undefined): number {
  if (a && b) return compareQuarters(b, a)
  return Number(b !== undefined) - Number(a !== undefined)
}

/** The quarter that a folder, or one around it, is named after: `2026 Q4`, `2026-q4`, `Q4 2026`. */
function quarterIn(folder: string): Quarter | undefined {
  const { year, quarter } =
    /\b(?<year>\d{4})[\s_-]*(?<quarter>Q[1-4])\b/i.exec(folder)?.groups ??
    /\b(?<quarter>Q[1-4])[\s_-]*(?<year>\d{4})\b/i.exec(folder)?.groups ??
    {}
  return parseQuarter(year, quarter)
}
