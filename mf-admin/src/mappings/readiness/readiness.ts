import { isolated } from '@portal/domain/shown-text'
import type { Agenda } from '@portal/contract/agendas'
import type { BoardDocument } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'

export type ReadinessState =
  | 'native'
  | 'nativeDraft'
  | 'nativeMissing'
  | 'ready'
  | 'inactive'
  | 'changed'
  | 'gone'
  | 'damaged'
  | 'broken'
  | 'encrypted'
  | 'withdrawn'
  | 'tooLarge'
  | 'empty'
  | 'unused'
  | 'notNeeded'

export type Readiness = {
  state: ReadinessState
  mapped: boolean
  active: boolean
  /** Undefined if there is nothing to sync: an embed, a native agenda. */
  synced: boolean | undefined
  /** A native agenda is published, but members don't see it because the slot's source is the drive. */
  hidesAgenda?: true
}

/** The status of a quarter's native agenda; `none` without one. */
export type AgendaStatus = Agenda['status'] | 'none'

type Known = {
  mapping: ResourceMapping | undefined
  /** The mapped document as of the last sync, if the documents are known. */
  document?: BoardDocument | undefined
  /** For the agenda slot, if known. */
  agendaStatus?: AgendaStatus | undefined
  optional: boolean
}

/** Whether a slot is ready for members, in the order in which the portal resolves it. */
export function readinessOf(known: Known): Readiness {
  const { mapping, agendaStatus } = known
  if (mapping?.mode === 'native') {
    const state = nativeState(mapping, agendaStatus)
    return { state, mapped: true, active: mapping.active, synced: undefined }
  }
  const readiness = driveReadiness(known)
  return agendaStatus === 'published' ? { ...readiness, hidesAgenda: true } : readiness
}

function nativeState({ active }: ResourceMapping, status: Known['agendaStatus']): ReadinessState {
  if (status === 'draft') return 'nativeDraft'
  if (status === 'none') return 'nativeMissing'
  return active ? 'native' : 'inactive'
}

function driveReadiness({ mapping, document, optional }: Known): Readiness {
  if (!mapping || !isMapped(mapping)) {
    return {
      state: mapping?.notNeeded ? 'notNeeded' : optional ? 'unused' : 'empty',
      mapped: false,
      active: mapping?.active ?? false,
      synced: undefined,
    }
  }
  const facts = { mapped: true, active: mapping.active }
  if (mapping.embedUrl) {
    return { ...facts, state: mapping.active ? 'ready' : 'inactive', synced: undefined }
  }
  if (!mapping.document) return { ...facts, state: 'gone', synced: false }
  return { ...facts, state: documentState(mapping, document), synced: true }
}

/** The slot's content in words, in the order in which the portal resolves it. */
export function contentName(mapping: ResourceMapping | undefined): string | undefined {
  if (mapping?.mode === 'native') return 'Native agenda'
  if (mapping?.embedUrl) return mapping.embedUrl
  if (mapping?.document) return mapping.document.name
  if (!mapping?.documentId) return undefined
  const { documentName } = mapping
  return documentName === undefined
    ? 'A document that is no longer in the drive'
    : `${isolated(documentName)}, which is no longer in the drive`
}

/** Whether the slot has content, active or not. */
export function isMapped(mapping: ResourceMapping): boolean {
  return mapping.mode === 'native' || Boolean(mapping.embedUrl) || Boolean(mapping.documentId)
}

/** Whether the quarter does without the slot. */
export function isNotNeeded(mapping: ResourceMapping | undefined): boolean {
  return mapping?.notNeeded === true && !isMapped(mapping)
}

/** Whether members miss the slot while it shows nothing. */
export function isWanted({ state }: Readiness): boolean {
  return state !== 'unused' && state !== 'notNeeded'
}

export function isReady({ state, active }: Readiness): boolean {
  return active && (state === 'ready' || state === 'native' || state === 'changed')
}

function documentState(
  mapping: ResourceMapping,
  document: BoardDocument | undefined,
): ReadinessState {
  const { problem } = mapping
  if (problem === 'withdrawn' || problem === 'tooLarge') return problem
  const isCurrent = document?.id === mapping.documentId
  if (isCurrent && document?.damaged) return 'damaged'
  const condition = isCurrent ? document?.condition : mapping.document?.condition
  if (condition === 'broken' || condition === 'encrypted') return condition
  if (problem === 'damaged') return 'damaged'
  if (!mapping.active) return 'inactive'
  const changed = Date.parse(mapping.document!.modifiedTime) > Date.parse(mapping.updatedAt)
  return changed ? 'changed' : 'ready'
}
