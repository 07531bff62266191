import { mappingId } from '@portal/domain/ids'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { type CopyPlan, planSlotCopy } from '@portal/domain/slot-copy'
import type { Slot } from '@portal/domain/slot-names'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { contentName, isMapped } from '../readiness/readiness.ts'
import { labelOf } from '../slots-of-tab.ts'

export type BulkAct =
  | { kind: 'activate' }
  | { kind: 'deactivate' }
  | { kind: 'copy'; from: MeetingRef; to: MeetingRef; /** What `to` is called. */ name: string }

export type PreviewLine = {
  slot: Slot
  id: string
  name: string
  /** What happens, in words. */
  text: string
  /**
   * `done`: nothing to change. `replaces`: only done if the admin confirms it for this slot. `impossible`: it
   * can't be done.
   */
  kind: 'changes' | 'replaces' | 'done' | 'impossible'
}

/** What an act does to each of the slots. */
export function previewOf(act: BulkAct, slots: readonly Slot[], mappings: Mappings): PreviewLine[] {
  return slots.map((slot) => ({
    slot,
    id: mappingId(slot),
    name: labelOf(slot, mappings[mappingId(slot)]),
    ...(act.kind === 'copy' ? copyLine(slot, act, mappings) : activeLine(slot, act, mappings)),
  }))
}

/** The slot of another meeting of the same kind with the same name or key. */
export function targetOf(slot: Slot, to: MeetingRef): Slot {
  return slot.kind === 'meeting' ? { ...slot, ...to } : slot
}

type Line = Pick<PreviewLine, 'text' | 'kind'>

function activeLine(slot: Slot, { kind }: BulkAct, mappings: Mappings): Line {
  const mapping = mappings[mappingId(slot)]
  const active = kind === 'activate'
  if (!mapping) return { kind: 'impossible', text: 'Can’t be changed: no document mapped' }
  if (mapping.active === active) {
    return { kind: 'done', text: active ? 'Active already' : 'Inactive already' }
  }
  if (!isMapped(mapping)) {
    const text = active
      ? 'Members will see it once a document is mapped'
      : 'Members will not see it, even once a document is mapped'
    return { kind: 'changes', text }
  }
  const shown = isolated(contentName(mapping))
  return {
    kind: 'changes',
    text: active ? `Members will see: ${shown}` : `Members will no longer see: ${shown}`,
  }
}

const reasons: Record<Extract<CopyPlan, { kind: 'impossible' }>['why'], string> = {
  empty: 'Can’t be copied: no document mapped',
  native: 'Can’t be copied: the agenda is written in the portal',
  gone: 'Can’t be copied: the document is no longer in the drive',
  nativeTarget: 'Can’t be copied: the agenda there is written in the portal',
}

const parts = { title: 'its display name', cardImage: 'its card image' }

type Copying = Extract<BulkAct, { kind: 'copy' }>

function copyLine(slot: Slot, { from, to, name }: Copying, mappings: Mappings): Line {
  const source = mappings[mappingId(slot)]
  const target = mappings[mappingId(targetOf(slot, to))]
  const plan = planSlotCopy(slot, { from, to, source, target })
  if (plan.kind === 'impossible') return { kind: 'impossible', text: reasons[plan.why] }
  if (plan.kind === 'same') return { kind: 'done', text: `The same in ${name} already` }
  const seen = (target ?? source)!.active ? 'members will see it' : 'inactive'
  const copied = plan.parts.includes('content')
    ? `Copies ${isolated(contentName(source))}; ${seen}`
    : 'Copies its name, with no document yet'
  if (plan.replaces.length === 0) return { kind: 'changes', text: copied }
  const replaced = plan.replaces.map((part) => {
    if (part === 'content') return isolated(contentName(target))
    return part === 'title' ? `${parts.title} “${isolated(target?.title)}”` : parts.cardImage
  })
  return { kind: 'replaces', text: `${copied}. Replaces: ${replaced.join(', ')}` }
}
