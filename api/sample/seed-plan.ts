import type { Agenda } from '@portal/contract/agendas'
import { type Quarter, meetingName } from '@portal/domain/quarter'
import { mappingId } from '@portal/domain/ids'
import { holdsAnyPaper, isAgendaSlot, type Slot } from '@portal/domain/slot-names'
import { agendaItems } from './agenda-items.ts'
import type { Day } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { communicationsFiles, paperFile, papers, type PlannedFile, policyFiles } from './plan.ts'

/** A document to create in the store. If it has a `file`, it is created once the sync has added that file. */
export type Seed = {
  collection: string
  id: string
  body: Record<string, unknown>
  file?: PlannedFile
}

/** The slots whose papers and pages don't change with the quarter. */
export function standingSeeds(): Seed[] {
  return [
    ...Object.entries(policyFiles).map(([policyType, file]) =>
      mappingSeed({ kind: 'governance', policyType }, {}, file),
    ),
    ...(['mission-vision-values', 'spenddown-talking-points'] as const).map((resourceType) =>
      mappingSeed({ kind: 'communications', resourceType }, {}, communicationsFiles[resourceType]),
    ),
    mappingSeed(
      { kind: 'communications', resourceType: 'break-fake-rules' },
      { embedUrl: 'https://www.larkspur.example/break-fake-rules', embedType: 'external' },
    ),
  ]
}

/** A quarter's materials and its published agenda. */
export function quarterSeeds({ year, quarter }: Quarter, meetingOn: Day): Seed[] {
  const of = { year, quarter }
  return [
    { collection: 'agendas', id: quarterId(of), body: agendaBody(of, meetingOn) },
    ...papers.map(({ slot: materialType, name }) => {
      const slot = { kind: 'meeting', year, quarter, materialType } as const
      const file = paperFile(of, name)
      if (isAgendaSlot(slot)) return mappingSeed(slot, { mode: 'native' }, file)
      return mappingSeed(slot, holdsAnyPaper(slot) ? { title: file.title } : {}, file)
    }),
    mappingSeed(
      { kind: 'meeting', year, quarter, materialType: 'airtable-data' },
      {
        embedUrl: `https://airtable.com/embed/appLarkspurBoard1/shrMeeting${year}Q${quarter}`,
        embedType: 'airtable',
      },
    ),
  ]
}

function mappingSeed(slot: Slot, fields: Record<string, unknown>, file?: PlannedFile): Seed {
  const { kind: _, ...named } = slot
  return {
    collection: 'resource_mappings',
    id: mappingId(slot),
    body: { ...named, active: true, ...fields },
    ...(file ? { file } : {}),
  }
}

function agendaBody(of: Quarter, date: Day): Omit<Agenda, 'id' | 'revision' | 'updatedAt'> {
  return {
    ...of,
    status: 'published',
    title: meetingName(of),
    date,
    time: '09:00',
    endTime: '12:00',
    location: 'Larkspur House, Boardroom, and by video',
    description:
      'Quarterly meeting of the board of trustees. Please read the consent agenda and the spend-down model beforehand.',
    items: agendaItems(of),
  }
}
