import type { ResourceMapping } from '@portal/contract/mappings'
import { useState } from 'react'

/** A display name that was typed and not saved yet, and the mapping it was typed over. */
export type NameDraft = { text: string; base: ResourceMapping | undefined }

export type NameDrafts = ReturnType<typeof useNameDrafts>

/** Typed display names by mapping id, kept while the reader looks at other tabs and quarters. */
export function useNameDrafts() {
  const [drafts, setDrafts] = useState<Record<string, NameDraft>>({})
  return {
    any: Object.keys(drafts).length > 0,
    of: (id: string) => drafts[id],
    type: (id: string, text: string, mapping: ResourceMapping | undefined) =>
      setDrafts((all) => ({ ...all, [id]: { text, base: all[id] ? all[id].base : mapping } })),
    drop: (id: string) => setDrafts(({ [id]: _dropped, ...rest }) => rest),
    /** The text stays; from now on it stands over this state of the mapping. */
    rebase: (mapping: ResourceMapping) =>
      setDrafts((all) => {
        const draft = all[mapping.id]
        return draft ? { ...all, [mapping.id]: { ...draft, base: mapping } } : all
      }),
  }
}

/**
 * The revision a typed name is saved against. While nobody has changed the name itself, a newer revision (the
 * active flag, a document) is no conflict; otherwise the old one is stated, and the server refuses it.
 */
export function revisionFor(draft: NameDraft, mapping: ResourceMapping | undefined) {
  const untouched = (draft.base?.title ?? '') === (mapping?.title ?? '')
  return (untouched ? mapping : draft.base)?.revision
}
