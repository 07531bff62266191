import { counted } from '@portal/domain/counted'
import { mappingId } from '@portal/domain/ids'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { quarterName, parseQuarter, quarterAfter } from '@portal/domain/quarter'
import { isOwnCard, type Slot } from '@portal/domain/slot-names'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { mappingRowId, type MappingsTab } from '../admin-paths.ts'
import { useNextOfBody } from '../meetings/coming-meetings.ts'
import { LeaveGuard } from '../shared/dialogs/leave-guard.tsx'
import { DraftOffer } from '../shared/drafts/draft-offer.tsx'
import type { Mappings } from '../shared/quarter-queries.ts'
import { useListView } from '../shared/use-list-view.ts'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import type { BulkAct } from './bulk/bulk-preview.ts'
import { useSelection, type Selection } from './bulk/use-selection.ts'
import { MatchCards } from './matching/match-cards.tsx'
import { MatchMeetingPapers } from './matching/match-meeting-papers.tsx'
import { MatchPapers } from './matching/match-papers.tsx'
import { mappingSentences } from './mappings-sentences.ts'
import styles from './slots-panel.module.css'
import type { NameDrafts } from './name-drafts.ts'
import { ReadinessBoard } from './readiness/readiness-board.tsx'
import { ReadinessUnchecked } from './readiness/readiness-unchecked.tsx'
import { useReadiness } from './readiness/use-readiness.ts'
import { type SlotDialog, SlotDialogs } from './slot-dialogs.tsx'
import { listedSlots, type SlotOrder, slotOrders, slotsInUse, slotsOfTab } from './slots-of-tab.ts'
import type { SlotSettings } from '@portal/contract/slot-settings'
import { useIsSetAside } from '../shared/slot-settings.ts'
import { AddCard } from './own-slots/add-card.tsx'
import { AddPaper } from './quarter-papers/add-paper.tsx'
import { DropPapers } from './quarter-papers/drop-papers.tsx'
import { SlotTools } from './own-slots/slot-tools.tsx'
import { SetAsideSlots } from './own-slots/set-aside.tsx'
import type { Sync } from './sync/use-sync.ts'
import { Button } from '@portal/shared-ui/button'
import { SelectBox } from '../shared/select-box.tsx'
import { type Sort, Table } from '@portal/shared-ui/table'
import { MappingRow } from './mapping-row.tsx'

type SlotsPanelProps = {
  tab: MappingsTab
  /** Of the meetings' tab. */
  meeting: MeetingRef
  /** What it is called in sentences. */
  name: string
  mappings: Mappings
  drafts: NameDrafts
  sync: Sync
  settings: SlotSettings
}

const titles = {
  governance: 'Governance & Policies',
  communications: 'Communications Resources',
}

/** A tab's slots: how ready they are, the table that sets them up, and its dialogs. */
export function SlotsPanel(props: SlotsPanelProps) {
  const { tab, meeting, name, mappings, drafts, sync, settings } = props
  const list = useListView(slotOrders)
  const [dialog, setDialog] = useState<SlotDialog>()
  const [act, setAct] = useState<BulkAct>()
  const all = slotsOfTab(tab, meeting, mappings)
  const isSetAside = useIsSetAside()
  const slots = slotsInUse(all, mappings, isSetAside)
  const board = useReadiness(slots, meeting, mappings)
  const listed = listedSlots(slots, mappings, list.search, list.sort)
  const title = tab === 'meetings' ? name : titles[tab]
  const selection = useSelection(listed.map(mappingId))
  const map = (slot: Slot) => setDialog({ kind: 'map', slot })
  const replace = (slot: Slot) => setDialog({ kind: 'replace', slot })
  const view = (slot: Slot) => setDialog({ kind: 'view', slot })
  return (
    <>
      <DraftOffer editing={drafts.kept} />
      <ReadinessBoard
        title={title}
        meeting={meeting}
        slots={board}
        rowOf={(id) => `#${mappingRowId(id)}`}
        sync={sync}
        onMap={map}
        onView={view}
        onReplace={replace}
      />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(mappingId)} />
      <div className={styles.matching}>
        {tab === 'meetings' && !isQuarterly(meeting) && (
          <>
            <DropPapers meeting={meeting} />
            <MatchMeetingPapers key={meetingId(meeting)} meeting={meeting} mappings={mappings} />
          </>
        )}
        {tab === 'meetings' && isQuarterly(meeting) && (
          <MatchPapers key={meetingId(meeting)} quarter={meeting} mappings={mappings} />
        )}
        {tab !== 'meetings' && <MatchCards kind={tab} mappings={mappings} />}
      </div>
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
          meeting={tab === 'meetings' ? meeting : undefined}
          onAct={setAct}
        />
      </div>
      <VisuallyHidden>
        <p role="status">{counted(listed.length, 'slot')}</p>
      </VisuallyHidden>
      {listed.length === 0 ? (
        <Card>
          {slots.length === 0 ? (
            <EmptyState title="No papers yet" icon={<FileText />}>
              Drop files above, or add a paper that the portal has.
            </EmptyState>
          ) : (
            <EmptyState title="No results found" icon={<SearchX />}>
              No slot’s type, document or display name matches. Try fewer letters.
            </EmptyState>
          )}
        </Card>
      ) : (
        <MappingsTable
          slots={listed}
          listed={slots}
          settings={settings}
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
      <div className={styles.add}>
        {tab === 'meetings' ? (
          <AddPaper {...{ meeting, name, mappings }} unsavedBehind={drafts.any} />
        ) : (
          <AddCard
            kind={tab}
            cards={slots.filter(isOwnCard)}
            mappings={mappings}
            unsavedBehind={drafts.any}
          />
        )}
      </div>
      <SetAsideSlots slots={all.filter(isSetAside)} settings={settings} />
      {act && (
        <BulkDialog
          act={act}
          meeting={meeting}
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

type BulkBarProps = {
  selection: Selection
  /** Of the meetings' slots; the others have no next meeting. */
  meeting: MeetingRef | undefined
  onAct: (act: BulkAct) => void
}

/** Selects all listed slots, and acts on the selected ones after a preview. */
function BulkBar({ selection, meeting, onAct }: BulkBarProps) {
  const { ids, all, selectAll } = selection
  const none = ids.length === 0
  const next = useNextMeeting(meeting)
  return (
    <div className={styles.bar} role="group" aria-label="Selected slots">
      <SelectBox
        label={none ? 'Select all' : `${ids.length} selected`}
        showLabel
        checked={all}
        mixed={!none && !all}
        onChange={selectAll}
      />
      <Button disabled={none} onClick={() => onAct({ kind: 'activate' })}>
        Activate
      </Button>
      <Button disabled={none} onClick={() => onAct({ kind: 'deactivate' })}>
        Deactivate
      </Button>
      {meeting && next && (
        <Button
          disabled={none}
          onClick={() => onAct({ kind: 'copy', from: meeting, to: next.of, name: next.name })}
        >
          Copy to {next.name}
        </Button>
      )}
    </div>
  )
}

/** The next quarter, or the next meeting of the same body; undefined if there is none. */
function useNextMeeting(
  meeting: MeetingRef | undefined,
): { of: MeetingRef; name: string } | undefined {
  const other = useNextOfBody(meeting && !isQuarterly(meeting) ? meeting : undefined)
  if (!meeting || !isQuarterly(meeting)) return other
  const after = quarterAfter(meeting)
  // Undefined after the last year of the portal.
  const of = parseQuarter(String(after.year), String(after.quarter))
  return of && { of, name: quarterName(of) }
}

type MappingsTableProps = {
  /** In their order. */
  slots: Slot[]
  mappings: Mappings
  drafts: NameDrafts
  selection: Selection
  sort: Sort<SlotOrder>
  onSort: (sort: Sort<SlotOrder>) => void
  onMap: (slot: Slot) => void
  onView: (slot: Slot) => void
  onUnmap: (slot: Slot) => void
  onReplace: (slot: Slot) => void
  onVersions: (slot: Slot) => void
  /** All listed slots, in the order in which members see them. */
  listed: readonly Slot[]
  settings: SlotSettings
}

const columns = [
  { title: 'Select', hideTitle: true },
  { title: 'Document Type', by: 'type' as const },
  { title: 'Mapped Document', by: 'shown' as const },
  { title: 'Display Name', by: 'title' as const },
  { title: 'Active', by: 'active' as const },
  { title: 'Actions' },
]

/** One row per slot; in a narrow space the rows become compact blocks. */
function MappingsTable(props: MappingsTableProps) {
  const { slots, mappings, drafts, selection, sort, onSort } = props
  const { onMap, onView, onUnmap, onReplace, onVersions, listed, settings } = props
  return (
    <Table label="Mappings" columns={columns} sort={sort} onSort={onSort}>
      {slots.map((slot) => {
        const id = mappingId(slot)
        return (
          <MappingRow
            key={id}
            slot={slot}
            mapping={mappings[id]}
            drafts={drafts}
            selection={selection}
            onMap={() => onMap(slot)}
            onView={() => onView(slot)}
            onUnmap={() => onUnmap(slot)}
            onReplace={() => onReplace(slot)}
            onVersions={() => onVersions(slot)}
            tools={<SlotTools {...{ slot, listed, mappings, settings }} />}
          />
        )
      })}
    </Table>
  )
}
