import type { Quarter } from '@portal/domain/quarter'
import { papersOfQuarter } from '@portal/domain/quarter-papers'
import type { MaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { type NamedPaper, namedPapers } from '@portal/shared-ui/item-papers'
import { useMemo } from 'react'
import { editedMappingsQuery } from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import type { PageCount } from '../draft/draft-problems.ts'

type QuarterPaper = NamedPaper & {
  materialType: MaterialType
  /** Its slot is set aside, and empty. */
  isLeftOut: boolean
}

/** The papers that a quarter's agenda items may name. */
export type QuarterPapers = {
  /** Every paper but the agenda, in the order in which members see them. */
  all: readonly QuarterPaper[]
  pageCount: PageCount
}

const none: QuarterPapers = { all: [], pageCount: () => undefined }

/** Stays the same object until the quarter's slots change. */
export function useQuarterPapers(quarter: Quarter | undefined): QuarterPapers {
  const { call } = usePortal()
  const { data: mappings } = useQuery(editedMappingsQuery(call))
  const isSetAside = useIsSetAside()
  const { year, quarter: number } = quarter ?? {}
  return useMemo(() => {
    if (!mappings || year === undefined || number === undefined) return none
    const of = { year, quarter: number }
    const all = papersOfQuarter(of, mappings).flatMap(({ materialType }) =>
      materialType === 'agenda'
        ? []
        : namedPapers([{ materialType }], of, mappings).map((paper) => ({
            ...paper,
            materialType,
            isLeftOut:
              paper.kind === undefined && isSetAside({ kind: 'meeting', ...of, materialType }),
          })),
    )
    const pageCount = (type: string) =>
      all.find(({ materialType }) => materialType === type)?.pageCount
    return { all, pageCount }
  }, [mappings, year, number, isSetAside])
}
