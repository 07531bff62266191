import { paperTitle } from '@portal/domain/paper-match'
import { isRestricted } from '@portal/domain/may-read'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { createContext, use, useRef, useState } from 'react'
import { errorMessage } from '../../../shared/api-errors.ts'
import { useSettle } from '../../../shared/corrections/correction-queries.ts'
import { usePlacePaper } from '../../../shared/place-paper.ts'
import { useEndRights } from '../../../shared/rights/admin-rights.ts'
import { PageUploads } from '../../../shared/uploads/page-uploads.ts'
import { changeItem, type NamedItem } from '../../draft/agenda-draft.ts'
import { useClosedFiles } from './use-closed-files.ts'
import type { AgendaEditing, ChangeDraft } from '../../draft/use-agenda-draft.ts'

/** Uploads files to an item; undefined while a new meeting's date names no quarter. */
export type AddFiles = (item: NamedItem, files: DataTransfer | FileList) => void

export const ItemFiles = createContext<AddFiles | undefined>(undefined)

/**
 * Uploads files, makes each the last of the meeting's papers, and adds it to the item in the draft. A file that the
 * meeting shows already is only added.
 */
export function useItemFiles(
  meeting: MeetingRef | undefined,
  editing: AgendaEditing,
  change: ChangeDraft,
) {
  const { toast } = usePortal()
  const endRights = useEndRights()
  const store = use(PageUploads)
  const settle = useSettle()
  const placeOf = usePlacePaper(meeting)
  const addClosed = useClosedFiles(meeting, editing)
  const [status, setStatus] = useState('')
  // One after the other: each takes the next free place.
  const last = useRef<Promise<void>>(Promise.resolve())

  const addStored = async (
    of: MeetingRef,
    { id, name }: NamedItem,
    documentId: string,
    file: File,
  ) => {
    try {
      const { materialType: type } = await placeOf(of, documentId, paperTitle(file.name))
      settle(documentId, `Added to ${isolated(name)}`)
      change((draft) => {
        const item = draft.items.find((candidate) => candidate.id === id)
        return item ? changeItem(draft, id, { papers: withPaper(item.papers, type) }) : draft
      })
      setStatus(`${isolated(file.name)} is a paper of ${isolated(name)} now. Save the agenda.`)
    } catch (error) {
      if (endRights(error)) return
      const why = isApiError(error) ? errorMessage(error) : (error as Error).message
      const sentence = `Failed to add “${isolated(file.name)}” to the item.`
      toast(`${sentence} ${why ?? 'Please try again.'}`, { kind: 'bad' })
    }
  }
  const failed = (error: unknown) => {
    if (endRights(error)) return
    const why = isApiError(error) ? errorMessage(error) : (error as Error).message
    toast(`The file was not added. ${why ?? 'Please try again.'}`, { kind: 'bad' })
  }
  const add: AddFiles = (item, files) => {
    if (!meeting) return
    setStatus(`Adding to ${isolated(item.name)}.`)
    const edited = editing.draft.items.find(({ id }) => id === item.id)
    if (edited && isRestricted(edited)) {
      const picked = [...('items' in files ? files.files : files)]
      last.current = last.current
        .then(() => addClosed(item.id, picked))
        .then(() => setStatus(`Added to ${isolated(item.name)}, and saved.`))
        .catch(failed)
      return
    }
    void store(files, ({ document }, file) => {
      last.current = last.current.then(() => addStored(meeting, item, document.id, file))
      return last.current
    })
  }
  return { add: meeting && add, status }
}

type Paper = { materialType: string; pages: string }

function withPaper(papers: Paper[], materialType: string): Paper[] {
  const isThere = papers.some((paper) => paper.materialType === materialType)
  return isThere ? papers : [...papers, { materialType, pages: '' }]
}
