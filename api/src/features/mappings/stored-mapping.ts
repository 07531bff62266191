import { type ResourceMapping, resourceMapping, type EmbedType } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { isQuarterly } from '@portal/domain/meeting-ref'
import { paperProblemOf } from '@portal/domain/paper-problem'
import type { Slot } from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import type { SyncedDocument } from '../documents/documents-feature.ts'
import { defineClosableCollection } from '../../platform/store/closable-collection.ts'
import { defineSplitCollection } from '../../platform/store/split-collection.ts'
import type { DocumentMetadata } from '../../platform/store/document-store.ts'

const {
  id: _id,
  document: _document,
  problem: _problem,
  updatedAt: _updatedAt,
  revision: _revision,
  active: _active,
  setAside: _setAside,
  ...described
} = resourceMapping.shape

/** A mapping as stored: `active` unless explicitly false, and without invalid fields. */
export const storedMapping = z.pipe(
  z.transform(readable),
  z.object({
    ...described,
    active: z._default(z.catch(z.boolean(), true), true),
    /** The ids of the documents that the slot held before, the newest first. Only for the portal itself. */
    earlierDocuments: z.catch(z.optional(z.array(z.string())), undefined),
  }),
)
export type StoredMapping = z.infer<typeof storedMapping>
/** Slots of closed items are stored apart, and so are the papers of meetings that aren't quarterly ones. */
export const mappingsCollection = defineClosableCollection(
  defineSplitCollection(
    'resource_mappings',
    { name: 'meeting_papers', has: isListedId },
    storedMapping,
  ),
  'closed_mappings',
  storedMapping,
)

/** Whether a mapping is the place of a paper in the list of a meeting. */
function isListedId(id: string): boolean {
  const slot = slotOf(id)
  return slot?.kind === 'meeting' && !isQuarterly(slot)
}

/** The mapping in the contract's form, with the current metadata of its document. */
export function shownMapping(
  stored: StoredMapping & DocumentMetadata,
  document: (SyncedDocument & DocumentMetadata) | undefined,
): ResourceMapping {
  const { earlierDocuments: _earlier, ...rest } = stored
  const { id, revision, updatedAt } = stored
  const slot = slotOf(id)
  const shown: ResourceMapping = { ...rest, ...slotFields(slot), id, revision, updatedAt }
  if (shown.embedUrl !== undefined && shown.embedType === undefined && slot) {
    shown.embedType = defaultEmbedType(slot)
  }
  if (!document) return { ...shown, ...problemOf(shown, undefined) }
  const { documentName: _, ...named } = shown
  return {
    ...named,
    ...problemOf(shown, document),
    mimeType: document.mime_type,
    modifiedTime: document.modified_time,
    ...(document.web_view_link === undefined ? {} : { webViewLink: document.web_view_link }),
    document: {
      id: document.id,
      name: document.name,
      mimeType: document.mime_type,
      modifiedTime: document.modified_time,
      condition: document.condition,
      ...(document.pages === undefined ? {} : { pages: document.pages }),
      ...(document.first_page === undefined ? {} : { firstPage: document.first_page }),
      ...(document.version === undefined ? {} : { version: document.version }),
    },
  }
}

/** What members see instead of the document, if the slot would show it. */
function problemOf(
  { documentId, documentName, embedUrl, mode }: ResourceMapping,
  document: SyncedDocument | undefined,
): Pick<ResourceMapping, 'problem'> {
  if (documentId === undefined || embedUrl || mode === 'native') return {}
  // A document that the portal never had isn’t a paper; old data has placeholders.
  if (!document && documentName === undefined) return {}
  const isDamaged = document?.damaged === true && document.fast === undefined
  const problem = paperProblemOf(document && { ...document, damaged: isDamaged })
  return problem === undefined ? {} : { problem }
}

/**
 * Old mappings use `name` for the title, and `isNative` for the mode (specification, section 3).
 */
function withCurrentNames(stored: Record<string, unknown>): Record<string, unknown> {
  const { title, name, mode, isNative } = stored
  return {
    ...stored,
    ...(typeof title !== 'string' && typeof name === 'string' && name.trim() !== ''
      ? { title: name }
      : {}),
    ...(typeof mode !== 'string' && isNative === true ? { mode: 'native' } : {}),
  }
}

/** One invalid field, such as `null`, doesn't hide the rest of its slot. */
function readable(stored: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, z.core.$ZodType | undefined> = described
  return Object.fromEntries(
    Object.entries(withCurrentNames(stored)).filter(([name, value]) => {
      const field = fields[name]
      return !field || (value !== null && z.safeParse(field, value).success)
    }),
  )
}

function slotFields(slot: Slot | undefined): Partial<ResourceMapping> {
  if (!slot) return {}
  const { kind: _, ...fields } = slot
  return fields
}

/** An embed's type if none was stored. */
export function defaultEmbedType(slot: Slot): EmbedType {
  return slot.kind === 'meeting' ? 'airtable' : 'external'
}
