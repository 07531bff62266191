import type { MeetingRef } from './meeting-ref.ts'
import { isAgendaSlot, isListed, type Slot } from './slot-names.ts'
import { agendaMappingOf, sourceOf } from './slot-source.ts'

/** What a copy of a slot's mapping takes along, and what decides whether it can. */
type Mapped = {
  mode?: 'drive' | 'native' | undefined
  documentId?: string | undefined
  /** Absent if the document is gone from the drive. */
  document?: object | undefined
  embedUrl?: string | undefined
  title?: string | undefined
  cardImage?: string | undefined
}

type CopiedPart = 'content' | 'title' | 'cardImage'

export type CopyPlan =
  | { kind: 'impossible'; why: 'empty' | 'native' | 'gone' | 'nativeTarget' }
  /** The target shows the same already. */
  | { kind: 'same' }
  /** Whether anything of the target's own is replaced, and what. */
  | { kind: 'copies'; parts: CopiedPart[]; replaces: CopiedPart[] }

/**
 * What copying a slot's document or embed, display name and card image to another slot does. `isListed`: both are places in
 * the lists of meetings, and an empty one has a name to copy.
 */
export function planCopy(
  source: Mapped | undefined,
  target: Mapped | undefined,
  options: { isListed?: boolean } = {},
): CopyPlan {
  if (source?.mode === 'native') return { kind: 'impossible', why: 'native' }
  const isEmpty = !source?.embedUrl && source?.documentId === undefined
  if (!source || (isEmpty && !(options.isListed && source.title))) {
    return { kind: 'impossible', why: 'empty' }
  }
  if (!isEmpty && sourceOf(source) === undefined) return { kind: 'impossible', why: 'gone' }
  // A document or embed behind a native agenda is shown to nobody.
  if (target?.mode === 'native') return { kind: 'impossible', why: 'nativeTarget' }
  const own = {
    content: contentOf(target),
    title: target?.title,
    cardImage: target?.cardImage,
  }
  const copied = {
    content: contentOf(source),
    title: source.title,
    cardImage: source.cardImage,
  }
  // What is empty replaces nothing.
  const parts: CopiedPart[] = isEmpty ? ['title', 'cardImage'] : ['content', 'title', 'cardImage']
  const different = parts.filter((part) => own[part] !== copied[part])
  if (different.length === 0) return { kind: 'same' }
  const replaces = different.filter((part) => own[part] !== undefined)
  return { kind: 'copies', parts, replaces }
}

type SlotCopy = {
  from: MeetingRef
  to: MeetingRef
  source: Mapped | undefined
  target: Mapped | undefined
}

/** What copying a slot of a meeting to the same slot of another one does, by the mappings of both. */
export function planSlotCopy(slot: Slot, { from, to, source, target }: SlotCopy): CopyPlan {
  if (!isAgendaSlot(slot)) return planCopy(source, target, { isListed: isListed(slot) })
  return planCopy(agendaMappingOf(from, source), agendaMappingOf(to, target))
}

function contentOf(mapping: Mapped | undefined): string | undefined {
  return mapping?.embedUrl || mapping?.documentId
}
