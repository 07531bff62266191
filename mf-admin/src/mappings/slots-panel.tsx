import type { ResourceMapping } from '@portal/contract/mappings'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { mappingId, quarterId } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { MappingDialog } from '@portal/shared-ui/mapping-content'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { mappingRowId } from '../admin-paths.ts'
import { LeaveGuard } from '../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../shared/drafts/draft-offer.tsx'
import type { Mappings } from '../shared/mapping-queries.ts'
import { useListView } from '../shared/use-list-view.ts'
import { listedSlots, slotOrders } from './listed-slots.ts'
import { MappingFormDialog } from './mapping-form-dialog.tsx'
import { MatchPapers } from './matching/match-papers.tsx'
import { mappingSentences } from './mappings-sentences.ts'
import styles from './mappings-table.module.css'
import { MappingsTable } from './mappings-table.tsx'
import type { NameDrafts } from './name-drafts.ts'
import { ReadinessBoard } from './readiness/readiness-board.tsx'
import { ReadinessUnchecked } from './readiness/readiness-unchecked.tsx'
import { useReadiness } from './readiness/use-readiness.ts'
import { slotsOfTab, type Tab } from './slots-of-tab.ts'
import type { Sync } from './sync/use-sync.ts'

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
  const view = useListView(slotOrders)
  const [mapped, setMapped] = useState<Slot>()
  const [viewed, setViewed] = useState<{ mapping: ResourceMapping; title: string }>()
  const slots = slotsOfTab(tab, quarter)
  const board = useReadiness(slots, quarter, mappings)
  const listed = listedSlots(slots, mappings, view.search, view.sort)
  const title = tab === 'meetings' ? quarterName(quarter) : titles[tab]
  const name = (slot: Slot) => mappings[mappingId(slot)]?.title || slotName(slot)
  return (
    <>
      <DraftOffer editing={drafts.kept} />
      <ReadinessBoard title={title} slots={board} rowOf={(id) => `#${mappingRowId(id)}`} />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(mappingId)} />
      {tab === 'meetings' && (
        <MatchPapers key={quarterId(quarter)} quarter={quarter} mappings={mappings} />
      )}
      <TextField
        className={styles.search}
        type="search"
        label="Search by type, document or display name"
        autoComplete="off"
        value={view.search}
        onChange={view.setSearch}
      />
      <VisuallyHidden>
        <p role="status">{listed.length === 1 ? '1 slot' : `${listed.length} slots`}</p>
      </VisuallyHidden>
      {listed.length === 0 ? (
        <Card>
          <EmptyState title="No results found" icon={<SearchX />}>
            No slot’s type, document or display name matches. Try fewer letters.
          </EmptyState>
        </Card>
      ) : (
        <MappingsTable
          slots={listed}
          mappings={mappings}
          drafts={drafts}
          sort={view.sort}
          onSort={view.setSort}
          onMap={setMapped}
          onView={(slot, mapping) => setViewed({ mapping, title: name(slot) })}
        />
      )}
      {mapped ? (
        <MappingFormDialog
          key={mappingId(mapped)}
          slot={mapped}
          mapping={mappings[mappingId(mapped)]}
          sync={sync}
          unsavedBehind={drafts.any}
          onClose={() => setMapped(undefined)}
          onSaved={drafts.rebase}
        />
      ) : (
        <LeaveGuard unsaved={drafts.any}>{mappingSentences.leaving}</LeaveGuard>
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
