import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/contract/quarter'
import { mappingId, type Slot, slotName } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import { useState } from 'react'
import { agendaQuery } from '../agenda-queries.ts'
import { documentsQuery } from '../document-queries.ts'
import type { Mappings } from '../mapping-queries.ts'
import { MappingFormDialog } from './mapping-form-dialog.tsx'
import { MappingsTable } from './mappings-table.tsx'
import type { NameDrafts } from './name-drafts.ts'
import { readinessOf } from './readiness.ts'
import { ReadinessBoard } from './readiness-board.tsx'
import { isOptional, slotsOfTab, type Tab } from './slots-of-tab.ts'
import type { Sync } from './use-sync.ts'

type SlotsPanelProps = {
  tab: Tab
  quarter: Quarter
  mappings: Mappings
  drafts: NameDrafts
  sync: Sync
}

const titles = {
  governance: 'Governance & Policies',
  communications: 'Communications Resources',
}

/** A tab's slots: how ready they are, the table that sets them up, and its dialogs. */
export function SlotsPanel({ tab, quarter, mappings, drafts, sync }: SlotsPanelProps) {
  const { config } = usePortal()
  const [mapped, setMapped] = useState<Slot>()
  const [viewed, setViewed] = useState<{ mapping: ResourceMapping; title: string }>()
  const slots = slotsOfTab(tab, quarter)
  const board = useBoard(slots, quarter, mappings)
  const title = tab === 'meetings' ? `Q${quarter.quarter} ${quarter.year}` : titles[tab]
  const name = (slot: Slot) => mappings[mappingId(slot)]?.title || slotName(slot)
  return (
    <>
      <ReadinessBoard title={title} slots={board} />
      <MappingsTable
        slots={slots}
        mappings={mappings}
        drafts={drafts}
        onMap={setMapped}
        onView={(slot, mapping) => setViewed({ mapping, title: name(slot) })}
      />
      {mapped && (
        <MappingFormDialog
          key={mappingId(mapped)}
          slot={mapped}
          mapping={mappings[mappingId(mapped)]}
          sync={sync}
          onClose={() => setMapped(undefined)}
          onSaved={drafts.rebase}
        />
      )}
      {viewed && (
        <MappingDialog
          open
          onClose={() => setViewed(undefined)}
          mapping={viewed.mapping}
          title={viewed.title}
          embedHosts={config.embedHosts}
          size="large"
        />
      )}
    </>
  )
}

function useBoard(slots: Slot[], quarter: Quarter, mappings: Mappings) {
  const { call } = usePortal()
  const { data: documents } = useQuery(documentsQuery(call))
  const isNative = slots.some((slot) => mappings[mappingId(slot)]?.mode === 'native')
  const { data: agenda } = useQuery({ ...agendaQuery(call, quarter), enabled: isNative })
  return slots.map((slot) => {
    const id = mappingId(slot)
    const mapping = mappings[id]
    const readiness = readinessOf({
      mapping,
      document: documents?.find((document) => document.id === mapping?.documentId),
      agendaStatus: agenda?.status,
      optional: isOptional(slot),
    })
    return { id, name: slotName(slot), readiness }
  })
}
