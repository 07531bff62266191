import type { Agenda } from '@portal/contract/agendas'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { firstNamedPage } from '@portal/domain/item-papers'
import { Link } from '@portal/remote-kit/router'
import { meetingOfAgenda } from './meeting-route.ts'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { namedPapers } from '@portal/shared-ui/item-papers'
import { ItemPapersList } from '@portal/shared-ui/item-papers-list'
import type { ReactNode } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'

/** How opening a paper changes the history. */
type Step = { replace?: boolean; state: unknown }

/** Lists of papers by item id; each paper opens at the pages that its item names. */
export function useAgendaPapers(agenda: Agenda, step: Step): ReadonlyMap<string, ReactNode> {
  const meeting = meetingOfAgenda(agenda)
  const { data: mappings = {} } = useQuarterMappings(meeting)
  const places = agendaItemPlaces(agenda.items)
  const lists = agenda.items.map(({ papers = [], ...item }, index) => {
    const list = (
      <ItemPapersList
        of={agendaItemName(item, places[index]!)}
        papers={namedPapers(papers, meeting, mappings)}
        link={({ materialType, pages }, face) => (
          <Link
            to={meetingsPaths.material(meeting, materialType, {
              page: firstNamedPage(pages),
            })}
            {...step}
            state={{ ...(step.state as object | null), item: item.id }}
            {...face}
          />
        )}
      />
    )
    return [item.id, list] as const
  })
  return new Map(lists)
}
