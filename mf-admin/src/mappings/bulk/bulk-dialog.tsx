import { isQuarterly, isSameMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { counted } from '@portal/domain/counted'
import { slotOf, mappingId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useState } from 'react'
import { isApiError } from '@portal/remote-kit/client'
import { activateSlots, type ResourceMapping, resourceMappings } from '@portal/contract/mappings'
import { copySlots } from '@portal/contract/meetings'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { MembersSee } from '../../quarters/members-see.tsx'
import { useLabelOf } from '../../meetings/meeting-frame.tsx'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { currentAuthor, errorMessage, isEditConflict } from '../../shared/api-errors.ts'
import { callOf } from '../../shared/meeting-call.ts'
import {
  meetingMappingsQuery,
  type Mappings,
  notifyMembersScreens,
  useKeepMappings,
} from '../../shared/quarter-queries.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingDifferences } from '../mapping-change.ts'
import { badToast, goodToast } from '../mappings-sentences.ts'
import { labelOf } from '../slots-of-tab.ts'
import styles from './bulk-dialog.module.css'
import { type BulkAct, type PreviewLine, previewOf, targetOf } from './bulk-preview.ts'
import { SelectBox } from '../../shared/select-box.tsx'
import { useChange } from '../../shared/queries.ts'

type BulkDialogProps = {
  act: BulkAct
  /** Whose slots they are, unless they are no meeting's. */
  meeting: MeetingRef
  slots: Slot[]
  mappings: Mappings
  /** Whether the page behind has unsaved changes. */
  unsavedBehind: boolean
  onClose: () => void
  onDone: () => void
}

/** Lists what an act does to each slot, and does it with one press. */
export function BulkDialog(props: BulkDialogProps) {
  const { act, meeting, slots, mappings: shown, unsavedBehind, onClose, onDone } = props
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const otherAdmin = useOtherAdmin()
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set())
  const [changes, setChanges] = useState<string[]>([])
  const { mappings, isRead } = useWithTargets(act, meeting, shown)
  const lines = isRead ? previewOf(act, slots, mappings) : []
  const chosen = lines.filter(
    ({ kind, id }) => kind === 'changes' || (kind === 'replaces' && replaced.has(id)),
  )
  const words = wordsOf(act)
  const target = act.kind === 'copy' ? act.to : slots[0]
  const ownLabel = useLabelOf(meeting)
  const nameOf = (of: MeetingRef) =>
    act.kind === 'copy' && isSameMeeting(of, act.to) ? act.name : ownLabel

  const bulk = useAct(useBulkAct(), {
    done: ({ mappings: changed }, { lines: sent, mappings: before }) => {
      const undoable = changed.flatMap((saved) => savedChange(saved, before[saved.id]))
      undoableToast(words.done(sent.length), undoable, goodToast)
      onDone()
    },
    failure: (error, sent) => {
      toast(words.failed, badToast)
      const theirs = changedMeanwhile(error)
      if (!theirs) return errorMessage(error) ?? 'Nothing was changed. Please try again.'
      // What was confirmed is no longer what would be replaced.
      setReplaced(new Set())
      setChanges(changesIn(sent.mappings, theirs, nameOf))
      return `${otherAdmin(currentAuthor(error))} changed some of these slots meanwhile, so nothing was changed. The list shows what would happen now.`
    },
  })

  return (
    <FormDialog
      title={words.title}
      verb={words.verb(chosen.length)}
      unsaved={false}
      unsavedBehind={unsavedBehind}
      busy={bulk.busy}
      disabled={chosen.length === 0}
      refused={bulk.refused}
      onSubmit={() => {
        setChanges([])
        void bulk.act({ act, lines: chosen, mappings })
      }}
      onClose={onClose}
    >
      {changes.length > 0 && (
        <ul className={styles.changes} aria-label="Changed meanwhile">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {target && act.kind !== 'deactivate' && <MembersSee of={target} />}
      <ul className={styles.lines} aria-label="What happens">
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            replaced={replaced.has(line.id)}
            onReplace={(id, wanted) =>
              setReplaced(
                (before) =>
                  new Set(
                    [...before].filter((selected) => selected !== id).concat(wanted ? id : []),
                  ),
              )
            }
          />
        ))}
      </ul>
    </FormDialog>
  )
}

type LineProps = {
  line: PreviewLine
  replaced: boolean
  onReplace: (id: string, wanted: boolean) => void
}

function Line({ line: { id, name, text, kind }, replaced, onReplace }: LineProps) {
  return (
    <li className={styles.line}>
      <div>
        <strong>{name}</strong>
        <p className={kind === 'changes' || kind === 'replaces' ? styles.text : styles.unchanged}>
          {text}
        </p>
      </div>
      {kind === 'replaces' && (
        <SelectBox
          label="Replace"
          of={name}
          showLabel
          checked={replaced}
          onChange={(wanted) => onReplace(id, wanted)}
        />
      )}
    </li>
  )
}

/** Adds the mappings of the meeting that slots are copied to. Only the mappings of quarters are read together. */
function useWithTargets(act: BulkAct, meeting: MeetingRef, shown: Mappings) {
  const { call } = usePortal()
  const to = act.kind === 'copy' ? act.to : meeting
  const isMissing = act.kind === 'copy' && !isQuarterly(to)
  const { data } = useQuery({ ...meetingMappingsQuery(call, to), enabled: isMissing })
  return {
    mappings: isMissing ? { ...data, ...shown } : shown,
    isRead: !isMissing || data !== undefined,
  }
}

function wordsOf(act: BulkAct) {
  const to = act.kind === 'copy' ? ` to ${act.name}` : ''
  const verb = { activate: 'Activate', deactivate: 'Deactivate', copy: 'Copy' }[act.kind]
  const past = { activate: 'Activated', deactivate: 'Deactivated', copy: 'Copied' }[act.kind]
  return {
    // Without a number: the button has that of the slots that change.
    title: `${verb} slots${to}?`,
    verb: (count: number) => `${verb} ${counted(count, 'slot')}`,
    done: (count: number) => `${past} ${counted(count, 'slot')}${to}`,
    failed: `Failed to ${verb.toLowerCase()} the slots`,
  }
}

/** What another admin has changed, one sentence each. */
function changesIn(
  before: Mappings,
  theirs: Mappings,
  nameOf: (meeting: MeetingRef) => string,
): string[] {
  return Object.values(theirs).flatMap((mapping) => {
    const slot = slotOf(mapping.id)
    if (!slot) return []
    const name = labelOf(slot, mapping)
    const where = slot.kind === 'meeting' ? `${name}, ${nameOf(slot)}` : name
    return mappingDifferences(before[mapping.id], mapping, {}).map(
      ({ field, theirs: now, yours: then }) =>
        `${where}: ${field} was “${isolated(then)}”, is now “${isolated(now)}”`,
    )
  })
}

type BulkRequest = { act: BulkAct; lines: PreviewLine[]; mappings: Mappings }

/** Does what the preview shows in one request: everything, or nothing if anything has changed since. */
function useBulkAct() {
  const keep = useKeepMappings()
  return useChange(
    (call, { act, lines, mappings }: BulkRequest) => {
      const revisionOf = (id: string) => mappings[id]!.revision
      if (act.kind !== 'copy') {
        const slots = lines.map(({ id }) => ({ id, revision: revisionOf(id) }))
        return call(activateSlots, { body: { active: act.kind === 'activate', slots } })
      }
      const slots = lines.flatMap(({ slot, id, kind }) => {
        if (slot.kind !== 'meeting') return []
        const target = mappings[mappingId(targetOf(slot, act.to))]?.revision ?? ('new' as const)
        const { materialType } = slot
        return { materialType, revision: revisionOf(id), target, replace: kind === 'replaces' }
      })
      return callOf(call, copySlots, act.to, { body: { ...fromOf(act.from), slots } })
    },
    {
      supersedes: mappingsKey,
      onSuccess: (reply) => {
        keep(...reply.mappings)
        for (const { id } of reply.mappings) notifyMembersScreens(slotOf(id)?.kind)
      },
      onError: (error) => keep(...Object.values(changedMeanwhile(error) ?? {})),
      staleShared: [mappingsKey],
      waits: true,
    },
  )
}

function fromOf(meeting: MeetingRef) {
  if (!isQuarterly(meeting)) return { fromMeeting: meeting.meeting }
  return { from: { year: meeting.year, quarter: meeting.quarter } }
}

/** The mappings that another admin has changed, if that is why an action was refused. */
function changedMeanwhile(error: unknown): Record<string, ResourceMapping> | undefined {
  if (!isApiError(error) || !isEditConflict(error)) return undefined
  return resourceMappings.safeParse(error.current).data ?? {}
}
