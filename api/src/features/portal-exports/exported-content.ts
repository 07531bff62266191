import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import type { DirectoryEntry } from '@portal/contract/directory'
import type { BoardDocument } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'
import { type DirectoryFieldName, directoryFieldNames } from '@portal/domain/directory-fields'
import { slotOf } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'
import { slotName } from '@portal/domain/slot-names'
import * as z from 'zod/mini'

/**
 * A schema for each field of a type. What an export leaves out is named, so that a new field is a type error until it is
 * exported or left out; so are the names that earlier releases stored.
 */
type FieldsOf<T, LeftOut extends keyof T = never, Earlier extends string = never> = Record<
  Exclude<keyof T, LeftOut> | Earlier,
  z.core.$ZodType
>
/**
 * Like the type above, for records of which the pages and file names need only a part: the data files contain the rest.
 */
type SomeFieldsOf<T> = Partial<FieldsOf<T>>

export const exportedDocument = z.object({
  id: z.string(),
  name: z.catch(z.string(), 'Untitled'),
  title: z.catch(z.string(), ''),
  path: z.catch(z.string(), ''),
  sha256: z.string(),
  version: z.optional(z.number()),
  withdrawn: z.optional(z.boolean()),
} satisfies SomeFieldsOf<BoardDocument & { sha256: string }>)

export const exportedVersion = z.object({
  paper: z.string(),
  number: z.number(),
  sha256: z.string(),
  arrived_at: z.optional(z.string()),
  content: z.optional(z.object({ name: z.string() })),
  withdrawn: z.optional(z.object({ at: z.string(), reason: z.string() })),
})

const text = z.catch(z.optional(z.string()), undefined)

const exportedMapping = z.object({
  id: z.string(),
  title: text,
  name: text,
  documentId: text,
  embedUrl: text,
  order: z.catch(z.optional(z.number()), undefined),
  active: z.catch(z.optional(z.boolean()), undefined),
} satisfies SomeFieldsOf<ResourceMapping & { name: string }>)

const exportedSlotSettings = z.object({ setAside: z.array(z.string()) })

const exportedItem = z.object({
  title: text,
  text,
  description: text,
  details: text,
  time: text,
  duration: z.catch(z.optional(z.number()), undefined),
  speaker: text,
  subItem: z.catch(z.optional(z.boolean()), undefined),
  papers: z.catch(
    z.optional(
      z.array(
        z.object({ materialType: z.string(), pages: text } satisfies FieldsOf<
          NonNullable<AgendaItem['papers']>[number]
        >),
      ),
    ),
    undefined,
  ),
} satisfies FieldsOf<
  AgendaItem,
  'id' | 'completed' | 'type' | 'speakerId' | 'audience' | 'toOthers' | 'closed',
  'text' | 'details'
>)

const exportedAgenda = z.object({
  id: z.string(),
  title: text,
  status: text,
  date: text,
  time: text,
  endTime: text,
  location: text,
  description: text,
  items: z.catch(z.array(exportedItem), []),
} satisfies FieldsOf<
  Agenda,
  | 'year'
  | 'quarter'
  | 'timesFollow'
  | 'createdAt'
  | 'updatedAt'
  | 'revision'
  | 'body'
  | 'kind'
  | 'stage'
  | 'sequence'
  | 'eventId'
  | 'eventLimited'
>)
export type ExportedAgenda = z.infer<typeof exportedAgenda>

const exportedEntry = z.object({
  id: z.string(),
  ...(Object.fromEntries(directoryFieldNames.map((name) => [name, text])) as Record<
    DirectoryFieldName,
    typeof text
  >),
  photoUrl: text,
} satisfies FieldsOf<DirectoryEntry, 'revision'>)
export type ExportedEntry = z.infer<typeof exportedEntry>

/** `isShown`: the version that members read. */
export type ExportedVersion = {
  paper: string
  number: number
  name: string
  sha256: string
  isShown: boolean
  state: 'stored' | 'withdrawn' | 'expired'
  arrivedAt?: string
  reason?: string
}
export type ExportedPaper = {
  id: string
  name: string
  /** Its folders in the drive. */
  path: string
  /** Newest first. */
  versions: ExportedVersion[]
}
export type ExportedSlot = {
  id: string
  slot: Slot
  name: string
  active: boolean
  documentId?: string
  embedUrl?: string
  order?: number
}

/** The content of an export, read from its data files. */
export type ExportedContent = {
  papers: ExportedPaper[]
  slots: ExportedSlot[]
  /** Of every meeting. */
  agendas: ExportedAgenda[]
  directory: ExportedEntry[]
  /** The hashes of the images that mappings and directory entries show. */
  images: string[]
}

type Stored = Record<string, unknown>
type Read = (
  collection:
    | 'documents'
    | 'paper_versions'
    | 'resource_mappings'
    | 'meeting_papers'
    | 'slot_settings'
    | 'agendas'
    | 'meetings'
    | 'directory',
) => AsyncIterable<Stored>

export async function readContent(read: Read): Promise<ExportedContent> {
  const images = new Set<string>()
  const documents = await parsed(read('documents'), exportedDocument)
  const versions = await parsed(read('paper_versions'), exportedVersion)
  const mappings = [
    ...(await parsed(read('resource_mappings'), exportedMapping, images)),
    ...(await parsed(read('meeting_papers'), exportedMapping, images)),
  ]
  const settings = await parsed(read('slot_settings'), exportedSlotSettings)
  const setAside = new Set(settings.flatMap((each) => each.setAside))
  const agendas = await parsed(read('agendas'), exportedAgenda)
  const meetings = await parsed(read('meetings'), exportedAgenda)
  const directory = await parsed(read('directory'), exportedEntry, images)
  return {
    papers: papersOf(documents, versions),
    slots: mappings.flatMap((mapping) => exportedSlot(mapping, setAside)),
    agendas: [...agendas, ...meetings],
    directory: directory.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en')),
    images: [...images].toSorted(),
  }
}

async function parsed<S extends z.core.$ZodType>(
  stored: AsyncIterable<Stored>,
  schema: S,
  images?: Set<string>,
): Promise<z.output<S>[]> {
  const documents: z.output<S>[] = []
  for await (const document of stored) {
    // A document that can't be parsed is still in the data file as it is.
    const { success, data } = z.safeParse(schema, document)
    if (success) documents.push(data)
    if (!images) continue
    for (const hash of imagesIn(document)) images.add(hash)
  }
  return documents
}

/** The hashes of the images that a stored mapping or directory entry shows. */
export function imagesIn(stored: Stored): string[] {
  const addresses = JSON.stringify(stored).matchAll(/\/api\/images\/([0-9a-f]{64})/g)
  return [...addresses].map(([, hash]) => hash!)
}

/** The papers of documents and versions, with the state of each version. */
export function papersOf(
  documents: readonly z.infer<typeof exportedDocument>[],
  versions: readonly z.infer<typeof exportedVersion>[],
): ExportedPaper[] {
  const known = new Map(documents.map((document) => [document.id, document]))
  const recorded = Map.groupBy(versions, ({ paper }) => paper)
  return [...new Set([...known.keys(), ...recorded.keys()])].toSorted().map((id) => {
    const document = known.get(id)
    const records = recorded.get(id) ?? []
    const shown = document && !document.withdrawn ? (document.version ?? 1) : undefined
    const listed = records
      .filter(({ number }) => number !== shown)
      .map((record) => exportedVersionOf(record, document?.name ?? 'Untitled'))
    if (document && shown !== undefined) {
      const arrivedAt = records.find(({ number }) => number === shown)?.arrived_at
      const { name, sha256 } = document
      const of = { paper: id, number: shown, name, sha256, isShown: true, state: 'stored' as const }
      listed.push({ ...of, ...(arrivedAt === undefined ? {} : { arrivedAt }) })
    }
    const sorted = listed.toSorted((a, b) => b.number - a.number)
    const name = document?.name ?? sorted[0]?.name ?? 'Untitled'
    return { id, name, path: document?.path ?? '', versions: sorted }
  })
}

function exportedVersionOf(
  record: z.infer<typeof exportedVersion>,
  otherName: string,
): ExportedVersion {
  const { paper, number, sha256, arrived_at: arrivedAt, content, withdrawn } = record
  return {
    paper,
    number,
    sha256,
    name: content?.name ?? otherName,
    isShown: false,
    state: withdrawn ? 'withdrawn' : content ? 'stored' : 'expired',
    ...(arrivedAt === undefined ? {} : { arrivedAt }),
    ...(withdrawn ? { reason: withdrawn.reason } : {}),
  }
}

function exportedSlot(
  mapping: z.infer<typeof exportedMapping>,
  setAside: ReadonlySet<string>,
): ExportedSlot[] {
  const { id, title, name, documentId, embedUrl, order, active = true } = mapping
  const slot = slotOf(id)
  if (!slot) return []
  return [
    {
      id,
      slot,
      name: title || name || slotName(slot),
      // The id of a card names it among what is set aside; a slot of a quarter keeps its paper.
      active: active && !setAside.has(id),
      ...(documentId === undefined ? {} : { documentId }),
      ...(embedUrl === undefined ? {} : { embedUrl }),
      ...(order === undefined ? {} : { order }),
    },
  ]
}
