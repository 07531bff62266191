import type { Agenda } from '@portal/contract/agendas'
import { mappingId } from '@portal/domain/ids'
import { isRestricted } from '@portal/domain/may-read'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { paperTitle } from '@portal/domain/paper-match'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { use } from 'react'
import { nextPaper, orderAtEnd } from '../../../shared/next-paper.ts'
import { meetingMappingsQuery } from '../../../shared/quarter-queries.ts'
import { useSaveMapping } from '../../../shared/save-mapping.ts'
import { useIsSetAside } from '../../../shared/slot-settings.ts'
import { PageUploads } from '../../../shared/uploads/page-uploads.ts'
import { useAgendaChanges, useKeepAgenda } from '../../agenda-queries.ts'
import { type AgendaDraft, changeItem, draftOf, savedContent } from '../../draft/agenda-draft.ts'
import type { AgendaEditing } from '../../draft/use-agenda-draft.ts'

const notSaved = 'Save the agenda first: until then, this item isn’t closed.'

/**
 * Uploads files to a closed item. Each gets its place among the item's papers before its first byte is sent, so that it is
 * never open: the stored agenda is saved with it, and the edit goes on from there. Throws an `Error` whose message is meant
 * for display.
 */
export function useClosedFiles(meeting: MeetingRef | undefined, editing: AgendaEditing) {
  const { call } = usePortal()
  const client = useQueryClient()
  const store = use(PageUploads)
  const isSetAside = useIsSetAside()
  const changes = useAgendaChanges()
  const keep = useKeepAgenda()
  const mapping = useSaveMapping()

  const reserve = async (of: MeetingRef, base: Agenda, item: string, slot: MeetingSlot) => {
    const sent = withPaper(draftOf(base), item, slot.materialType)
    const content = savedContent(sent, base)
    const saved = await changes.save({ meeting: of, base, content })
    await keep(of, saved)
    editing.follow(saved, (draft) => withPaper(draft, item, slot.materialType))
    return saved
  }

  return async (item: string, files: Iterable<File>): Promise<void> => {
    let { base } = editing
    const stored = base?.items.find(({ id }) => id === item)
    if (
      !meeting ||
      !base ||
      !stored?.audience ||
      !isRestricted(draftOf({ items: [stored] }).items[0]!)
    ) {
      throw new Error(notSaved)
    }
    for (const file of files) {
      const mappings = await client.fetchQuery({
        ...meetingMappingsQuery(call, meeting),
        staleTime: 0,
      })
      const slot = nextPaper(meeting, mappings, isSetAside)
      if (!slot) throw new Error('This meeting has as many papers as it can. Remove one first.')
      const id = mappingId(slot)
      base = await reserve(meeting, base, item, slot)
      const order = orderAtEnd(slot, meeting, mappings)
      const place = async (documentId: string) => {
        const title = paperTitle(file.name)
        await mapping.mutateAsync({
          id,
          change: { documentId, title, ...(order === undefined ? {} : { order }) },
          revision: mappings[id]?.revision,
        })
      }
      await store([file], ({ document }) => place(document.id), id)
    }
  }
}

function withPaper(draft: AgendaDraft, id: string, materialType: string): AgendaDraft {
  const item = draft.items.find((candidate) => candidate.id === id)
  if (!item || item.papers.some((paper) => paper.materialType === materialType)) return draft
  return changeItem(draft, id, { papers: [...item.papers, { materialType, pages: '' }] })
}
