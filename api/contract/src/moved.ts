import { type PageRectangle, subjectOf } from '@portal/domain/note-subject'
import { shownQuotation } from '@portal/domain/shown-quotation'
import type { NoteTarget } from './note-target.ts'

/**
 * What was exported here and is no part of the contract: remotes in other repositories may still import it from the
 * modules that `package.json` directs here. Nothing in this workspace does.
 *
 * @deprecated Import it from the module named below, which any version of these packages from now on has.
 */
export { differences, type Difference, fieldName } from '@portal/domain/audit-differences'
export {
  type AccessKind,
  accessKinds,
  changeInWords,
  entryInWords,
  knownChanges,
  subjectInWords,
  valueInWords,
  whoInWords,
} from '@portal/domain/audit-words'
export { containsWords } from '@portal/domain/contains-words'
export { hasWideLogo, helpAddress, initialOf } from '@portal/domain/frame-parts'
export { greeting } from '@portal/domain/greeting'
export {
  everyNote,
  type NotedPaper,
  notedPaper,
  notedPapers,
  type NoteEntry,
  notesByPaper,
  placedNotes,
} from '@portal/domain/listed-notes'
export {
  isCurrentEntry,
  isReadingAddress,
  menuIconId,
  menuOf,
  slotParts,
  type SlotPart,
  stoppedIn,
} from '@portal/domain/menu'
export { type PageRectangle, targetFor, withdrawnQuotation } from '@portal/domain/note-subject'
export { previewInWords } from '@portal/domain/preview-words'
export { collisionsOf, type ReleaseClaims } from '@portal/domain/release-collisions'
export {
  incompatibilitiesOf,
  manifestFault,
  type PortalVersions,
} from '@portal/domain/release-compatibility'
export {
  addressOf,
  addressOfDocument,
  addressOfFound,
  agendaItemAnchor,
} from '@portal/domain/screen-addresses'
export { type MarkedText, type SnippetPart, snippetParts } from '@portal/domain/snippet-parts'
export { textsIn, textsToFind } from '@portal/domain/texts-to-find'
export { firstUnmet, satisfies } from '@portal/domain/version-ranges'

/** @deprecated `NoteSubject` of `@portal/domain/note-subject` has the words with their context, and points with names. */
export type NoteSubject = {
  page: number
  quotation?: string
  withdrawnWith?: number
  rectangle?: PageRectangle
  ink?: (readonly [x: number, y: number])[][]
}

/** @deprecated Use `subjectOf` of `@portal/domain/note-subject`. */
export function noteSubject(target: NoteTarget): NoteSubject {
  const { words, ink, ...subject } = subjectOf(target)
  return {
    ...subject,
    ...(words ? { quotation: shownQuotation(words) } : {}),
    ...(ink ? { ink: ink.map((line) => line.map(({ x, y }) => [x, y] as const)) } : {}),
  }
}
