import type { BoardDocument } from '@portal/contract/documents'

/** Documents by their folder, both by name: "Q9" before "Q10". */
export function byFolder(documents: BoardDocument[]) {
  const order = new Intl.Collator('en', { numeric: true })
  const folders = new Map<string, BoardDocument[]>()
  for (const document of documents) {
    folders.set(document.path, [...(folders.get(document.path) ?? []), document])
  }
  return [...folders]
    .map(([folder, inside]) => ({
      folder,
      documents: inside.toSorted((a, b) => order.compare(a.name, b.name)),
    }))
    .toSorted((a, b) => order.compare(a.folder, b.folder))
}
