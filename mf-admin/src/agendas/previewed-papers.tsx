import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { firstNamedPage } from '@portal/domain/item-papers'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { namedPapers } from '@portal/shared-ui/item-papers'
import { ItemPapersList } from '@portal/shared-ui/item-papers-list'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import type { ReactNode } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { meetingMappingsQuery } from '../shared/quarter-queries.ts'

const nothing = new Map<string, ReactNode>()

type Items = readonly Pick<AgendaItem, 'id' | 'title' | 'papers' | 'subItem'>[]

/**
 * The lists of the items' papers as members see them, by the items' ids. A paper opens in a new tab: the editor stays.
 * `withProblems` lists what members don't find, too.
 */
export function usePreviewedPapers(
  items: Items,
  meeting: MeetingRef | undefined,
  { withProblems = false } = {},
): ReadonlyMap<string, ReactNode> {
  const { call } = usePortal()
  const { data: mappings } = useQuery({
    ...meetingMappingsQuery(call, meeting ?? { year: 0, quarter: 0 }),
    enabled: meeting !== undefined,
  })
  if (!mappings || !meeting) return nothing
  const places = agendaItemPlaces(items)
  const lists = items.map(({ papers = [], ...item }, index) => {
    const list = (
      <ItemPapersList
        of={agendaItemName(item, places[index]!)}
        papers={namedPapers(papers, meeting, mappings)}
        withProblems={withProblems}
        link={({ materialType, pages }, { className, children }) => (
          <a
            href={adminPaths.membersPaper(meeting, materialType, firstNamedPage(pages))}
            target="_blank"
            rel="noopener"
            className={className}
          >
            {children}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        )}
      />
    )
    return [item.id, list] as const
  })
  return new Map(lists)
}
