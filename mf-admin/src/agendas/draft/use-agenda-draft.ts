import type { Agenda } from '@portal/contract/agendas'
import { usePortal } from '@portal/remote-kit/portal'
import { useCallback, useState } from 'react'
import { draftKey, readDraft, useStoredDraft } from '../../shared/drafts/use-stored-draft.ts'
import { type AgendaDraft, draftOf, isSameDraft } from './agenda-draft.ts'
import {
  agendaDraftName,
  type AgendaEdit,
  type EditedAgenda,
  parseEdit,
  storedEdit,
} from './agenda-edit.ts'

export type AgendaEditing = ReturnType<typeof useAgendaDraft>

type Options = {
  /** The server's version; null if the quarter has no agenda. */
  stored: Agenda | null
  /** The initial values of a form if nothing is stored. */
  fresh: AgendaDraft
  /** The name under which an unsaved edit is stored on this device. */
  agendaId: string
  /** The screen has a field for an item that isn't added yet: what was typed there alone is offered too. */
  takesTyped?: boolean
}

/**
 * An agenda being edited. An edit keeps the version it is based on, is stored on this device, and never changes
 * because the stored agenda does.
 */
export function useAgendaDraft({ stored, fresh, agendaId, takesTyped = false }: Options) {
  const begin = useCallback(
    (base: Agenda | null): EditedAgenda => ({ base, draft: base ? draftOf(base) : fresh }),
    [fresh],
  )
  const isUnsaved = useCallback(
    (edit: EditedAgenda) => !isSameDraft(edit.draft, begin(edit.base).draft),
    [begin],
  )
  const [edited, setEdited] = useState<EditedAgenda>()
  const name = agendaDraftName(agendaId)
  const isOffered = (found: AgendaEdit) =>
    (takesTyped && found.typed !== undefined) ||
    (isUnsaved(found) && !isSameDraft(found.draft, begin(stored).draft))
  const { uid } = usePortal().person
  const [typed, setTyped] = useState(() => {
    // Without a field for it, it stays stored for the screen that has one.
    const found = readDraft(localStorage, draftKey(name, uid), parseEdit)?.edit
    return found && !isOffered(found) ? (found.typed ?? '') : ''
  })

  // A save's response may be newer than the query's data.
  const current = useCallback(
    (edit: EditedAgenda | undefined) =>
      edit && (isUnsaved(edit) || !isOutdated(edit, stored)) ? edit : begin(stored),
    [isUnsaved, begin, stored],
  )
  const unsaved = edited !== undefined && isUnsaved(edited)
  const hasTyped = typed.trim() !== ''
  const shown = current(edited)

  const onDevice = useStoredDraft({
    name,
    edit: unsaved || hasTyped ? storedEdit({ ...shown, typed }) : undefined,
    parse: parseEdit,
    isOffered,
    onRestore: (edit) => {
      setEdited(edit)
      setTyped(edit.typed ?? '')
    },
  })

  return {
    ...shown,
    unsaved,
    /** The title of a new item that isn't added yet; stored with the edit. */
    typed,
    setTyped,
    hasTyped,
    /** Someone else has changed or deleted the agenda since this edit began. */
    isOutdated: unsaved && isOutdated(shown, stored),
    /** An edit that was left here earlier; to be restored or discarded before another one begins. */
    offer: onDevice.offer,
    /** Stays the same function during typing, so that long lists needn't re-render. */
    change: useCallback(
      (update: (draft: AgendaDraft) => AgendaDraft) =>
        setEdited((now) => {
          const { base, draft } = current(now)
          return { base, draft: update(draft) }
        }),
      [current],
    ),
    /** Rebases the edit on another version of the agenda. */
    rebase: (base: Agenda | null, draft: AgendaDraft) => setEdited({ base, draft }),
    /** After a save: text typed meanwhile stays unsaved. */
    settle: (saved: Agenda, sent: AgendaDraft) =>
      setEdited((now) =>
        now && !isSameDraft(now.draft, sent)
          ? { base: saved, draft: now.draft }
          : { base: saved, draft: draftOf(saved) },
      ),
    /** The status alone has changed. */
    settleStatus: (saved: Agenda) =>
      setEdited((now) => ({
        base: saved,
        draft: now && isUnsaved(now) ? now.draft : draftOf(saved),
      })),
    restore: onDevice.restore,
    discard: () => {
      setEdited(undefined)
      setTyped('')
      onDevice.discard()
    },
  }
}

function isOutdated({ base }: EditedAgenda, stored: Agenda | null): boolean {
  if (!stored || !base) return stored !== base
  return stored.revision !== base.revision && stored.updatedAt >= base.updatedAt
}
