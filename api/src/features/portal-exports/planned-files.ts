import { imageAddress } from '@portal/contract/images'
import { anchorsCollection, auditCollection } from '../../platform/audit/audit-collections.ts'
import { imageTypeOf } from '../../platform/files/image-bytes.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/documents-feature.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import { type Account, type Accounts, everyAccount } from '../../platform/identity/accounts.ts'
import { accountsPage, accountsPageName, usersName } from './accounts-page.ts'
import { agendaPage, agendaTitle } from './agenda-page.ts'
import { auditLogs, auditPage, auditPageName, type AuditYears } from './audit-page.ts'
import {
  type ExportedCollection,
  exportedCollectionNames,
  exportedCollections,
} from './exported-collections.ts'
import { type ExportedContent, readContent, type ExportedEntry } from './exported-content.ts'
import { paperNames, paperVersionKey, safeName } from './paper-names.ts'
import { withoutClosed } from './without-closed.ts'
import { type PlannedFile, textBytes } from './stage-file.ts'
import type { ExportFile } from './stored-export.ts'
import { partsOfMeeting } from '@portal/domain/meeting-ref'
import { directoryFieldNames } from '@portal/domain/directory-fields'
import { stringify } from 'csv-stringify/sync'
import { Refusal } from '../../refusal.ts'
import * as z from 'zod/mini'
import { chainFieldsOf, entryId, positionOf } from '../../platform/audit/chain-entry.ts'

type Parts = { store: DocumentStore; blobs: BlobStore; accounts: Accounts }

type Staged = { exportId: string; files: readonly ExportFile[] }

/** The files that are read from the database. `files`: the export's files that are ready when `bytes` is called. */
export function dataFiles(parts: Parts, staged: Staged): PlannedFile[] {
  const users = {
    name: usersName,
    bytes: async () => textBytes(await usersText(parts.accounts)),
  }
  return [
    ...exportedCollectionNames.map((collection) => ({
      name: exportedCollections[collection],
      bytes: () => linesOf(pagesOf(parts, collection, staged)),
    })),
    users,
  ]
}

function pagesOf(
  { store, blobs }: Pick<Parts, 'store' | 'blobs'>,
  collection: ExportedCollection,
  { exportId, files }: Staged,
) {
  const pages = withoutClosed(rawCollection(store, collection).pages(), store, collection)
  if (collection !== auditCollection) return pages
  return withoutOwnStart(pages, { exportId, anchors: stagedLines(blobs, files, anchorsCollection) })
}

async function* linesOf(pages: AsyncIterable<Record<string, unknown>[]>) {
  for await (const page of pages) {
    const lines = page.map((document) => `${JSON.stringify(document)}\n`)
    if (lines.length > 0) yield Buffer.from(lines.join(''))
  }
}

/** Reads the content from the data files, so that later changes to the database aren't part of the export. */
export function contentOf(
  blobs: BlobStore,
  files: readonly ExportFile[],
): Promise<ExportedContent> {
  return readContent((collection) => stagedLines(blobs, files, collection))
}

export async function* stagedLines(
  blobs: BlobStore,
  files: readonly ExportFile[],
  collection: ExportedCollection,
) {
  const file = files.find(({ name }) => name === exportedCollections[collection])
  const bytes = file?.key === undefined ? undefined : await blobs.read(file.key)
  if (bytes) yield* storedLines(bytes)
}

/** In bytes, for the largest document that can be stored. */
const longestLine = 1024 * 1024

const lineEnd = 10

/** The documents of a data file, one per line. The last line may lack its end. */
export async function* storedLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Record<string, unknown>> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array) => {
    length += part.length
    if (length > longestLine) throw new Error('A line is too long.')
    parts.push(part)
  }
  const line = () => {
    const text = utf8.decode(Buffer.concat(parts))
    parts = []
    length = 0
    return JSON.parse(text) as Record<string, unknown>
  }
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      add(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield line()
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The papers and images to copy. */
export async function copiedFiles(
  { blobs }: Pick<Parts, 'blobs'>,
  content: ExportedContent,
): Promise<PlannedFile[]> {
  const names = paperNames(content)
  const papers = content.papers.flatMap(({ id, versions }) =>
    versions.flatMap(({ number, sha256 }): PlannedFile[] => {
      const name = names.get(paperVersionKey(id, number))
      if (name === undefined) return []
      // Nothing can be stored under an impossible hash, so that paper is missing.
      const isHash = /^[0-9a-f]{64}$/.test(sha256)
      const bytes = async () => (isHash ? blobs.read(originalKey(sha256)) : undefined)
      return [{ name, sha256, bytes }]
    }),
  )
  const images: PlannedFile[] = []
  for (const hash of content.images) {
    const key = `images/${hash}`
    const start = await blobs.read(key, { start: 0, end: 15 })
    const type = start && imageTypeOf(new Uint8Array(await new Response(start).arrayBuffer()))
    const name = imageName(hash, type?.replace('image/', '').replace('jpeg', 'jpg'))
    images.push({ name, sha256: hash, bytes: () => blobs.read(key) })
  }
  return [...images, ...papers]
}

function imageName(hash: string, extension: string | undefined): string {
  return extension === undefined ? `images/${hash}` : `images/${hash}.${extension}`
}

/** The archive's file for an image address. */
export function imageFile(files: readonly ExportFile[], photoUrl: string | undefined) {
  if (photoUrl === undefined) return undefined
  return files.find(({ name, key, sha256 }) => {
    const isImage = key !== undefined && name.startsWith('images/')
    return isImage && imageAddress(sha256) === photoUrl
  })?.name
}

type ReadableOptions = {
  blobs: BlobStore
  timeZone: string
  /** By `auditYears`. */
  years: AuditYears
}

/** The readable files, without the index. */
export function readableFiles(
  content: ExportedContent,
  files: readonly ExportFile[],
  { blobs, timeZone, years }: ReadableOptions,
): PlannedFile[] {
  const made = new Set(files.filter(({ key }) => key !== undefined).map(({ name }) => name))
  const agendas = content.agendas.flatMap((agenda) => {
    const name = `agendas/${safeName(agenda.id)}`
    return [
      {
        name: `${name}.html`,
        bytes: () => textBytes(agendaPage(agenda, content, { made, timeZone })),
      },
      { name: `${name}.json`, bytes: () => textBytes(`${JSON.stringify(agenda, undefined, 2)}\n`) },
    ]
  })
  const photoOf = (photoUrl: string | undefined) => imageFile(files, photoUrl)
  const csv = directoryCsv(content.directory, photoOf)
  const names = new Map(content.directory.map(({ email, name }) => [email?.toLowerCase(), name]))
  const nameOf = (email: string) => names.get(email.toLowerCase())
  const papers = new Map(content.papers.map(({ id, name }) => [id, name]))
  const others = content.agendas.filter(({ id }) => partsOfMeeting(id) !== undefined)
  const meetings = new Map(others.map((agenda) => [agenda.id, agendaTitle(agenda)]))
  const paperName = (id: string) => papers.get(id) ?? meetings.get(id)
  const audit = auditLogs.flatMap((log) =>
    years[log].map((year) => {
      const page = { log, year, timeZone, nameOf, paperName }
      const bytes = () => auditPage(stagedLines(blobs, files, log), page)
      return { name: auditPageName(log, year), bytes }
    }),
  )
  const accounts = async () => {
    const key = files.find(({ name }) => name === usersName)?.key
    const stored = key === undefined ? undefined : await blobs.read(key)
    return textBytes(await accountsPage(stored, timeZone))
  }
  return [
    ...agendas,
    ...audit,
    { name: accountsPageName, bytes: accounts },
    { name: 'directory.csv', bytes: () => textBytes(csv) },
  ]
}

/** The directory as CSV. Cells that a spreadsheet would read as formulas start with an apostrophe. */
export function directoryCsv(
  entries: readonly ExportedEntry[],
  photoOf: (photoUrl: string | undefined) => string | undefined,
): string {
  const rows = entries.map((entry) => ({ ...entry, photo: photoOf(entry.photoUrl) ?? '' }))
  return stringify(rows, {
    bom: true,
    header: true,
    columns: [...directoryFieldNames, 'photo'],
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

/** The accounts, without passwords, tokens, second factors and sign-in times. */
async function usersText(accounts: Accounts): Promise<string> {
  return `${JSON.stringify(await allUsers(accounts), undefined, 2)}\n`
}

async function allUsers(accounts: Accounts) {
  const users: ReturnType<typeof userOf>[] = []
  try {
    for await (const account of everyAccount(accounts)) users.push(userOf(account))
  } catch (error) {
    // The export is useful without the accounts.
    if (error instanceof Refusal) return { unavailable: error.message, users: [] }
    throw error
  }
  return { users: users.toSorted((a, b) => (a.email < b.email ? -1 : 1)) }
}

function userOf({ email, displayName, providers, disabled, createdAt }: Account) {
  return { email, displayName, providers, disabled, createdAt }
}

type Entry = Stored<Record<string, unknown>>

const anchorTails = z.object({ tails: z.array(z.object({ chain: z.string(), seq: z.number() })) })

/**
 * The audit without the entry for the start of this export, so that exports of the same data are equal. The entry stays
 * if something refers to it: the next entry of its chain, a chain that joins it, or an anchor. It also stays if it is the
 * only entry, because an archive without an audit is incomplete.
 */
export async function* withoutOwnStart(
  audit: AsyncIterable<Entry[]>,
  { exportId, anchors }: { exportId: string; anchors: AsyncIterable<Record<string, unknown>> },
): AsyncGenerator<Entry[]> {
  const referred = await anchoredEntries(anchors)
  let held: Entry | undefined
  let isEmpty = true
  for await (const page of audit) {
    const listed: Entry[] = []
    for (const entry of page) {
      const joins = chainFieldsOf(entry)?.joins
      if (joins !== undefined) referred.add(joins)
      if (held && (referred.has(held.id) || entry.id === nextId(held))) {
        listed.push(held)
        held = undefined
      }
      const isOwnStart = entry['what'] === 'export started' && entry['subject'] === exportId
      if (isOwnStart && !referred.has(entry.id)) held = entry
      else listed.push(entry)
    }
    isEmpty &&= listed.length === 0
    yield listed
  }
  if (isEmpty && held) yield [held]
}

function nextId({ id }: Entry): string {
  const { chain, seq } = positionOf(id)
  return entryId(chain, seq + 1)
}

async function anchoredEntries(
  anchors: AsyncIterable<Record<string, unknown>>,
): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const anchor of anchors) {
    const { data } = z.safeParse(anchorTails, anchor)
    for (const { chain, seq } of data?.tails ?? []) ids.add(entryId(chain, seq))
  }
  return ids
}
