import type { ResourceMapping } from '@portal/contract/mappings'
import type { PaperChanges } from '@portal/contract/paper-versions'
import { pagesText } from '@portal/domain/changed-pages'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { changesQuery } from '@portal/remote-kit/queries/versions'
import { useQuery } from '@portal/remote-kit/query'

export type ReadState = {
  isRead: boolean
  /** If there is a newer version than they have read: `pages 4 and 9`, or empty until that is known. */
  changedPages: string | undefined
}

/** What the reader has read of a paper; undefined if nothing is known. */
export function useReadState(document: ResourceMapping['document']): ReadState | undefined {
  const { call, person } = usePortal()
  const isKept = document !== undefined && canKeepReading(person)
  const reading = useQuery({
    ...readingQuery(call, { documentId: document?.id ?? '' }),
    enabled: isKept,
  }).data
  const read = reading?.isOn
    ? reading.papers.find(({ documentId }) => documentId === document?.id)
    : undefined
  const [from, to] = [read?.earlier?.version, document?.version]
  const isNewer = read !== undefined && !read.isRead && from !== undefined && to !== undefined
  const changes = useQuery({
    ...changesQuery(call, document?.id ?? '', { from: from ?? 1, to: to ?? 1 }),
    enabled: isNewer,
  })
  if (!read) return undefined
  return {
    isRead: read.isRead,
    changedPages: isNewer ? changedPagesIn(changes.data) : undefined,
  }
}

/** `Read`, or `New version · pages 4 and 9 changed`; undefined if it is neither. */
export function readStateText(state: ReadState | undefined): string | undefined {
  if (!state || (!state.isRead && state.changedPages === undefined)) return undefined
  if (state.isRead) return 'Read'
  return state.changedPages ? `New version · ${state.changedPages} changed` : 'New version'
}

function changedPagesIn(changes: PaperChanges | undefined): string {
  const changed = changes?.pages.filter(({ verdict }) =>
    ['changed', 'added', 'moved', 'looksDifferent'].includes(verdict),
  )
  return changed && changed.length > 0 ? pagesText(changed) : ''
}
