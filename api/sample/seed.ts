import { quarterAfter, quarterOf } from '@portal/domain/quarter'
import { publicUrlOf, type Settings } from '../src/platform/env/env.ts'
import type { BlobStore } from '../src/platform/files/blob-store.ts'
import type { DocumentStore } from '../src/platform/store/document-store.ts'
import { quarterId } from '@portal/domain/ids'
import { bodySeeds } from './body-seeds.ts'
import { committeeDays } from './committee-meetings.ts'
import { committeeSeeds } from './committee-seeds.ts'
import { directorySeeds } from './directory-seeds.ts'
import { mailSeeds } from './mail-seeds.ts'
import { pathOf, type PlannedFile } from './plan.ts'
import { meetingOf } from './prepare-sample.ts'
import { questionSeeds } from './question-seeds.ts'
import { replySeeds } from './reply-seeds.ts'
import { readState } from './sample-state.ts'
import { quarterSeeds, type Seed, standingSeeds } from './seed-plan.ts'

export type SeedPorts = {
  store: DocumentStore
  blobs: BlobStore
  settings: Pick<Settings, 'foundation' | 'mail' | 'publicUrl' | 'port'>
  dataFolder: string
  /** Adds the drive's files to the `documents` collection. */
  runSync: () => Promise<void>
  now: () => Date
}

/**
 * Adds the sample foundation to the store: people, committees, agendas and mappings. Each document is created once,
 * so later changes and deletions by an admin persist.
 */
export async function seedSample(ports: SeedPorts): Promise<void> {
  const { store, blobs, settings, dataFolder, runSync, now } = ports
  const current = quarterOf(now(), settings.foundation.timeZone)
  const { meetings, committees } = await readState(dataFolder)
  const meeting = meetingOf(meetings)
  const days = committees ?? committeeDays(meeting(current), quarterAfter(current, -1))
  const batches: [name: string, seeds: () => Seed[] | Promise<Seed[]>][] = [
    ['directory', () => directorySeeds(blobs)],
    ['bodies', () => bodySeeds(current.year)],
    ['standing', standingSeeds],
    ['committees', () => committeeSeeds(days)],
    ...[current, quarterAfter(current, -1)].map((quarter): [string, () => Seed[]] => [
      quarterId(quarter),
      () => quarterSeeds(quarter, meeting(quarter)),
    ]),
    [
      'replies',
      () => replySeeds([...quarterSeeds(current, meeting(current)), ...committeeSeeds(days)]),
    ],
    [
      'questions',
      () =>
        quarterSeeds(current, meeting(current)).flatMap((seed) =>
          seed.collection === 'agendas' ? questionSeeds(seed) : [],
        ),
    ],
    [
      'mails',
      () => {
        const { foundation, mail } = settings
        const parts = { foundation, from: mail.from, portalUrl: publicUrlOf(settings) }
        return committeeSeeds(days).flatMap((seed) =>
          seed.body['body'] === 'grants' ? mailSeeds(seed, parts) : [],
        )
      },
    ],
  ]
  const open: { name: string; seeds: Seed[] }[] = []
  for (const [name, seedsOf] of batches) {
    const note = await store.get(notes, name)
    if (note?.['complete'] === true) continue
    const done = new Set(seededIn(note))
    open.push({ name, seeds: (await seedsOf()).filter((seed) => !done.has(keyOf(seed))) })
  }
  if (open.some(({ seeds }) => seeds.some(({ file }) => file))) await runSync()
  const documents = open.length > 0 ? await documentsByPath(store) : new Map()
  for (const { name, seeds } of open) await seedBatch(store, name, seeds, documents)
}

/** Records what was seeded, one document per batch, so that nothing is seeded twice. */
const notes = 'sample'
const keyOf = ({ collection, id }: Seed) => `${collection}/${id}`
const seededIn = (note: Record<string, unknown> | undefined) =>
  (note?.['seeded'] as string[] | undefined) ?? []

type SyncedDocument = { id: string; mime_type: string }

async function seedBatch(
  store: DocumentStore,
  name: string,
  seeds: Seed[],
  documents: Map<string, SyncedDocument>,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const note = await transaction.get(notes, name)
    const seeded = new Set(seededIn(note))
    let complete = true
    for (const seed of seeds) {
      if (seeded.has(keyOf(seed))) continue
      const document = seed.file && documents.get(pathOf(seed.file))
      if (seed.file && !document) {
        complete = false
        continue
      }
      const body = document
        ? { ...seed.body, documentId: document.id, mimeType: document.mime_type }
        : seed.body
      if (!(await transaction.get(seed.collection, seed.id))) {
        await transaction.create(seed.collection, seed.id, body)
      }
      seeded.add(keyOf(seed))
    }
    const next = { seeded: [...seeded], complete }
    if (note) await transaction.update(notes, name, next, note.revision)
    else await transaction.create(notes, name, next)
  })
}

async function documentsByPath(store: DocumentStore): Promise<Map<string, SyncedDocument>> {
  const byName = new Map<string, SyncedDocument>()
  let after: string | undefined
  do {
    const page = await store.list('documents', after === undefined ? {} : { after })
    for (const document of page.documents) {
      const file: PlannedFile = {
        folder: String(document['path']),
        name: String(document['name']),
        title: '',
      }
      byName.set(pathOf(file), { id: document.id, mime_type: String(document['mime_type']) })
    }
    after = page.next
  } while (after !== undefined)
  return byName
}
