import { mappingId } from '@portal/domain/ids'
import { paperTitle } from '@portal/domain/paper-match'
import type { Quarter } from '@portal/domain/quarter'
import { allSlotsOfQuarter, nextFreePaper } from '@portal/domain/quarter-papers'
import { isolated } from '@portal/domain/shown-text'
import type { MaterialType } from '@portal/domain/slot-names'
import { isApiError } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useQueryClient } from '@portal/remote-kit/query'
import { createContext, use, useRef, useState } from 'react'
import { errorMessage } from '../../../shared/api-errors.ts'
import { useSettle } from '../../../shared/corrections/correction-queries.ts'
import { editedMappingsQuery, type Mappings } from '../../../shared/quarter-queries.ts'
import { useEndRights } from '../../../shared/rights/admin-rights.ts'
import { useIsSetAside } from '../../../shared/slot-settings.ts'
import { PageUploads } from '../../../shared/uploads/page-uploads.ts'
import { useMapPapers } from '../../../shared/use-map-papers.ts'
import { changeItem, type NamedItem } from '../../draft/agenda-draft.ts'
import type { ChangeDraft } from '../../draft/use-agenda-draft.ts'

/** Uploads files to an item; undefined while the meeting has no quarter. */
export type AddFiles = (item: NamedItem, files: DataTransfer | FileList) => void

export const ItemFiles = createContext<AddFiles | undefined>(undefined)

const full = 'This quarter has as many papers as it can. Remove one in Resource Mappings first.'

/**
 * Uploads files, puts each into the next free additional material of the quarter, and adds it to the item in the draft. A
 * file that the quarter shows already is only added.
 */
export function useItemFiles(quarter: Quarter | undefined, change: ChangeDraft) {
  const { call, toast } = usePortal()
  const client = useQueryClient()
  const endRights = useEndRights()
  const store = use(PageUploads)
  const settle = useSettle()
  const isSetAside = useIsSetAside()
  const map = useMapPapers(quarter ?? { year: 1970, quarter: 1 })
  const [status, setStatus] = useState('')
  // One after the other: each takes the next free place.
  const last = useRef<Promise<void>>(Promise.resolve())

  const placeOf = async (of: Quarter, documentId: string, title: string) => {
    for (let tries = 0; tries < 3; tries += 1) {
      const mappings =
        client.getQueryData<Mappings>(mappingsKey) ??
        (await client.fetchQuery(editedMappingsQuery(call)))
      const there = allSlotsOfQuarter(of).find(
        (slot) =>
          slot.materialType !== 'agenda' && mappings[mappingId(slot)]?.documentId === documentId,
      )
      if (there) return there.materialType
      const free = nextFreePaper(of, mappings, isSetAside)
      if (!free) throw new Error(full)
      const revision = mappings[mappingId(free)]?.revision ?? 'new'
      const { materialType } = free
      const paper = { materialType, documentId, title, revision } as const
      const { papers } = await map.mutateAsync([paper])
      // Someone else has taken the place; the reply has its mapping.
      if (papers[0]?.outcome === 'mapped') return materialType
    }
    throw new Error('Others are changing this quarter’s papers. Please drop the file again.')
  }

  const addStored = async (
    of: Quarter,
    { id, name }: NamedItem,
    documentId: string,
    file: File,
  ) => {
    try {
      const type = await placeOf(of, documentId, paperTitle(file.name))
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
  const add: AddFiles = (item, files) => {
    if (!quarter) return
    setStatus(`Adding to ${isolated(item.name)}.`)
    void store(files, ({ document }, file) => {
      last.current = last.current.then(() => addStored(quarter, item, document.id, file))
      return last.current
    })
  }
  return { add: quarter && add, status }
}

type Paper = { materialType: string; pages: string }

function withPaper(papers: Paper[], materialType: MaterialType): Paper[] {
  const isThere = papers.some((paper) => paper.materialType === materialType)
  return isThere ? papers : [...papers, { materialType, pages: '' }]
}
