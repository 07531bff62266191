import { mappingId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import type { PlaceInPaper } from './place-in-paper.ts'

/**
 * The page and version to open a paper at. If its slot has a different file now, that file opens at its start.
 * Undefined if the slot is no longer shown.
 */
export function usePaperOf(
  quarter: Quarter,
  { type, documentId, version, page }: Omit<PlaceInPaper, 'name' | 'text'>,
): { page?: number | undefined; version?: number | undefined } | undefined {
  const { call } = usePortal()
  const { data } = useQuery(quarterMappingsQuery(call, quarter))
  const mapping = data?.[mappingId({ kind: 'meeting', ...quarter, materialType: type })]
  if (!mapping?.active) return undefined
  if (mapping.document?.id !== documentId) return {}
  return { page, ...(version === mapping.document?.version ? {} : { version }) }
}
