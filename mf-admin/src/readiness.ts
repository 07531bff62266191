import type { Agenda } from '@portal/contract/agendas'
import type { BoardDocument } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'

export type ReadinessState =
  | 'native'
  | 'nativeDraft'
  | 'ready'
  | 'inactive'
  | 'changed'
  | 'gone'
  | 'broken'
  | 'encrypted'
  | 'empty'
  | 'unused'

export type Readiness = {
  state: ReadinessState
  mapped: boolean
  active: boolean
  /** Undefined where there is nothing to sync: an embed, a native agenda. */
  synced: boolean | undefined
}

type Known = {
  mapping: ResourceMapping | undefined
  /** The mapped document as the last sync left it, where the documents are known. */
  document?: BoardDocument | undefined
  /** The quarter's native agenda's, where it is known. */
  agendaStatus?: Agenda['status'] | undefined
  optional: boolean
}

/** How far a slot is ready for members, judged in the order in which the portal resolves it. */
export function readinessOf({ mapping, document, agendaStatus, optional }: Known): Readiness {
  if (mapping?.mode === 'native') {
    const state = agendaStatus === 'draft' ? 'nativeDraft' : 'native'
    return { state, mapped: true, active: mapping.active, synced: undefined }
  }
  if (!mapping || !isMapped(mapping)) {
    return {
      state: optional ? 'unused' : 'empty',
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

/** What stands in the slot, in words and in the order in which the portal resolves it. */
export function shownBy(mapping: ResourceMapping | undefined): string | undefined {
  if (mapping?.mode === 'native') return 'Native agenda'
  if (mapping?.embedUrl) return mapping.embedUrl
  if (mapping?.document) return mapping.document.name
  return mapping?.documentId ? 'A document that is no longer in the drive' : undefined
}

/** Does the slot lead to anything, active or not? */
export function isMapped(mapping: ResourceMapping): boolean {
  return mapping.mode === 'native' || Boolean(mapping.embedUrl) || Boolean(mapping.documentId)
}

export function isReady({ state, active }: Readiness): boolean {
  return active && (state === 'ready' || state === 'native' || state === 'changed')
}

function documentState(
  mapping: ResourceMapping,
  document: BoardDocument | undefined,
): ReadinessState {
  const condition = document?.id === mapping.documentId ? document?.condition : undefined
  if (condition === 'broken' || condition === 'encrypted') return condition
  if (!mapping.active) return 'inactive'
  const changed = Date.parse(mapping.document!.modifiedTime) > Date.parse(mapping.updatedAt)
  return changed ? 'changed' : 'ready'
}
