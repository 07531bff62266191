import type { Agenda } from '@portal/contract/agendas'
import { agendaItemName, agendaItemNumber, agendaItemPlaces } from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import { firstNamedPage, itemOfPaper, readingOrder } from '@portal/domain/item-papers'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { meetingsPaths } from '../meetings-paths.ts'
import { hasAgenda, type Material, neighborsOf } from '../shared/materials-of.ts'

/** A paper's name and its address, at the page that the agenda names. */
export type PaperStep = { name: string; to: string }

/** A paper's place in its meeting's agenda. */
export type PaperPlace = {
  previous: PaperStep | undefined
  next: PaperStep | undefined
  /** The item that it is for: "9:20 AM · 3. Budget vs Actual". Undefined without one. */
  item: string | undefined
}

/** Follows the agenda's order of papers once it has loaded, and the list's until then. */
export function usePaperPlace(
  meeting: MeetingRef,
  materials: Material[],
  type: string,
): PaperPlace {
  const { call } = usePortal()
  const { data } = useQuery({ ...agendaQuery(call, meeting), enabled: hasAgenda(materials) })
  const agenda = data?.status === 'published' && hasAgenda(materials) ? data : undefined
  const items = agenda?.items ?? []
  const types = readingOrder(
    items,
    materials.map((material) => material.type),
  )
  const ordered = types.map((wanted) => materials.find((material) => material.type === wanted)!)
  const { previous, next } = neighborsOf(ordered, type)
  const stepTo = (material: Material | undefined): PaperStep | undefined => {
    if (!material) return undefined
    const page = firstNamedPage(itemOfPaper(items, material.type)?.paper.pages)
    return { name: material.name, to: meetingsPaths.material(meeting, material.type, { page }) }
  }
  const agendaItem = itemOfPaper(items, type)
  return {
    previous: stepTo(previous),
    next: stepTo(next),
    item: agendaItem && agenda && inWords(agendaItem, agenda),
  }
}

function inWords(
  { item, index }: { item: { title: string }; index: number },
  { time, items }: Pick<Agenda, 'time' | 'items'>,
): string {
  const place = agendaItemPlaces(items)[index]!
  const name = [agendaItemNumber(item, place), isolated(agendaItemName(item, place))]
  return [startTexts(time, items)[index], name.filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ')
}
