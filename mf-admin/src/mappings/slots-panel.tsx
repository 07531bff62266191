import { counted } from '@portal/domain/counted'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { mappingId, quarterId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { mappingRowId } from '../admin-paths.ts'
import { LeaveGuard } from '../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../shared/drafts/draft-offer.tsx'
import type { Mappings } from '../shared/mapping-queries.ts'
import { useListView } from '../shared/use-list-view.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import type { BulkAct } from './bulk/bulk-preview.ts'
import { useSelection } from './bulk/use-selection.ts'
import { listedSlots, slotOrders } from './listed-slots.ts'
import { MatchPapers } from './matching/match-papers.tsx'
import { mappingSentences } from './mappings-sentences.ts'
import styles from './slots-panel.module.css'
import { MappingsTable } from './mappings-table.tsx'
import type { NameDrafts } from './name-drafts.ts'
import { ReadinessBoard } from './readiness/readiness-board.tsx'
import { ReadinessUnchecked } from './readiness/readiness-unchecked.tsx'
import { useReadiness } from './readiness/use-readiness.ts'
import { type SlotDialog, SlotDialogs } from './slot-dialogs.tsx'
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
  const list = useListView(slotOrders)
  const [dialog, setDialog] = useState<SlotDialog>()
  const [act, setAct] = useState<BulkAct>()
  const slots = slotsOfTab(tab, quarter)
  const board = useReadiness(slots, quarter, mappings)
  const listed = listedSlots(slots, mappings, list.search, list.sort)
  const title = tab === 'meetings' ? quarterName(quarter) : titles[tab]
  const selection = useSelection(listed.map(mappingId))
  const map = (slot: Slot) => setDialog({ kind: 'map', slot })
  const replace = (slot: Slot) => setDialog({ kind: 'replace', slot })
  const view = (slot: Slot) => setDialog({ kind: 'view', slot })
  return (
    <>
      <DraftOffer editing={drafts.kept} />
      <ReadinessBoard
        title={title}
        slots={board}
        rowOf={(id) => `#${mappingRowId(id)}`}
        sync={sync}
        onMap={map}
        onView={view}
        onReplace={replace}
      />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(mappingId)} />
      {tab === 'meetings' && (
        <div className={styles.matching}>
          <MatchPapers key={quarterId(quarter)} quarter={quarter} mappings={mappings} />
        </div>
      )}
      <div className={styles.tools}>
        <TextField
          className={styles.search}
          type="search"
          label="Search by type, document or display name"
          hideLabel
          placeholder="Search the slots"
          autoComplete="off"
          value={list.search}
          onChange={list.setSearch}
        />
        <BulkBar
          selection={selection}
          quarter={tab === 'meetings' ? quarter : undefined}
          onAct={setAct}
        />
      </div>
      <VisuallyHidden>
        <p role="status">{counted(listed.length, 'slot')}</p>
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
          sort={list.sort}
          onSort={list.setSort}
          selection={selection}
          onMap={map}
          onView={view}
          onUnmap={(slot) => setDialog({ kind: 'unmap', slot })}
          onReplace={replace}
          onVersions={(slot) => setDialog({ kind: 'versions', slot })}
        />
      )}
      {act && (
        <BulkDialog
          act={act}
          slots={slots.filter((slot) => selection.ids.includes(mappingId(slot)))}
          mappings={mappings}
          unsavedBehind={drafts.any}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined)
            selection.selectAll(false)
          }}
        />
      )}
      <SlotDialogs
        shown={dialog}
        mappings={mappings}
        sync={sync}
        unsavedBehind={drafts.any}
        onClose={() => setDialog(undefined)}
        onSaved={drafts.rebase}
      />
      {dialog?.kind !== 'map' && !act && (
        <LeaveGuard unsaved={drafts.any}>{mappingSentences.leaving}</LeaveGuard>
      )}
    </>
  )
}
