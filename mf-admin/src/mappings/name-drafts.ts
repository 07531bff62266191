import { isolated } from '@portal/domain/shown-text'
import { type ResourceMapping, resourceMapping } from '@portal/contract/mappings'
import { useState } from 'react'
import { useStoredDraft } from '../shared/drafts/use-stored-draft.ts'

/** A display name that was typed but not saved yet, and the mapping it is based on. */
export type NameDraft = { text: string; base?: ResourceMapping | undefined }

type Drafts = Record<string, NameDraft>

export type NameDrafts = ReturnType<typeof useNameDrafts>

/** Typed display names by mapping id, kept on this device until they are saved or discarded. */
export function useNameDrafts() {
  const [drafts, setDrafts] = useState<Drafts>({})
  const any = Object.keys(drafts).length > 0
  const kept = useStoredDraft({
    name: 'nameDrafts',
    title: `Display names: ${Object.values(drafts)
      .map(({ text }) => `“${isolated(text)}”`)
      .join(', ')}`,
    edit: any ? drafts : undefined,
    parse: draftsOf,
    onRestore: setDrafts,
  })
  return {
    any,
    kept,
    of: (id: string) => drafts[id],
    type: (id: string, text: string, mapping: ResourceMapping | undefined) =>
      setDrafts((all) => ({ ...all, [id]: { text, base: all[id] ? all[id].base : mapping } })),
    drop: (id: string) => setDrafts(({ [id]: _dropped, ...rest }) => rest),
    /** Keeps the text, based on this version of the mapping from now on. */
    rebase: (mapping: ResourceMapping) =>
      setDrafts((all) => {
        const draft = all[mapping.id]
        return draft ? { ...all, [mapping.id]: { ...draft, base: mapping } } : all
      }),
  }
}

function draftsOf(kept: unknown): Drafts | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const drafts = Object.entries(kept as Record<string, Partial<NameDraft> | null>).flatMap(
    ([id, draft]): [string, NameDraft][] => {
      if (typeof draft?.text !== 'string') return []
      return [[id, { text: draft.text, base: resourceMapping.safeParse(draft.base).data }]]
    },
  )
  return drafts.length > 0 ? Object.fromEntries(drafts) : undefined
}

/**
 * The revision a typed name is saved with. While nobody has changed the name itself, a newer
 * revision (the active flag, a document) is no conflict; otherwise the old one is sent, and the
 * server refuses it.
 */
export function revisionFor(draft: NameDraft, mapping: ResourceMapping | undefined) {
  const untouched = (draft.base?.title ?? '') === (mapping?.title ?? '')
  return (untouched ? mapping : draft.base)?.revision
}
