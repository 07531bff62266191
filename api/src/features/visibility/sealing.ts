import { isRestricted } from '@portal/domain/may-read'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Log } from '../../platform/log.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { audienceOf, closedItemsCollection } from './closed-items.ts'
import type { SyncedDocumentsService } from '../documents/documents-feature.ts'
import type { MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { Restriction } from './restrictions.ts'

export type SealingParts = {
  store: DocumentStore
  restrictions: () => Restriction[]
  mappings: Pick<
    MappingsInMemory,
    'get' | 'isClosed' | 'earlierDocuments' | 'papersIn' | 'moving' | 'naming' | 'withoutName'
  >
  documents: Pick<SyncedDocumentsService, 'all' | 'get' | 'isClosed' | 'moving'>
  now: () => Date
  log: Log
}

export type Sealing = {
  /**
   * Stores the slots and papers of restricted items apart, where earlier releases don't read them, and what has been
   * opened where it was. Readers of this release don't depend on it.
   */
  run: () => Promise<void>
  job: Job
}

export function createSealing(parts: SealingParts): Sealing {
  const { store, restrictions, mappings, documents, now, log } = parts

  const papersOf = (slot: string) => {
    const documentId = mappings.get(slot)?.documentId
    return [...(documentId === undefined ? [] : [documentId]), ...mappings.earlierDocuments(slot)]
  }

  const isSealed = (slot: string) =>
    (mappings.isClosed(slot) || !mappings.get(slot)) &&
    papersOf(slot).every((id) => documents.isClosed(id) || !documents.get(id))

  const move = (slot: string, to: 'open' | 'closed', kept: ReadonlySet<string> = new Set()) =>
    store.transaction(async (transaction) => {
      const papers = new Set(await mappings.papersIn(transaction, slot))
      const moves = [await mappings.moving(transaction, slot, to)]
      for (const id of papers) {
        if (!kept.has(id)) moves.push(await documents.moving(transaction, id, to))
      }
      for (const write of moves) await write?.()
    })

  /** An open slot can have a closed paper as well: earlier releases would show its stored name. */
  const hideNames = async (papers: ReadonlySet<string>) => {
    for (const { id, documentId } of mappings.naming()) {
      if (!papers.has(documentId)) continue
      await store.transaction((transaction) => mappings.withoutName(transaction, id, documentId))
    }
  }

  /** Papers that no slot has are opened with the last item that they were uploaded for. */
  const openWithItems = async (held: ReadonlySet<string>) => {
    const closed = new Set(restrictions().map(({ key }) => key))
    for (const { id, closed_items: keys } of documents.all()) {
      if (keys === undefined || !documents.isClosed(id) || held.has(id)) continue
      if (keys.some((key) => closed.has(key))) continue
      await store.transaction(async (transaction) => {
        for (const key of keys) {
          const record = await closedItemsCollection.in(transaction).get(key)
          if (record && isRestricted({ audience: audienceOf(record) })) return
        }
        const write = await documents.moving(transaction, id, 'open')
        await write?.()
      })
    }
  }

  const run = async () => {
    const closed = restrictions().flatMap(({ slots }) => slots)
    for (const slot of closed) if (!isSealed(slot)) await move(slot, 'closed')
    await hideNames(new Set(closed.flatMap(papersOf)))
    for await (const page of closedItemsCollection.in(store).pages()) {
      for (const record of page) {
        if (!record.released?.length) continue
        const kept = new Set(closed.flatMap(papersOf))
        for (const slot of record.released) {
          if (!closed.includes(slot)) await move(slot, 'open', kept)
        }
        await store.transaction(async (transaction) => {
          const records = closedItemsCollection.in(transaction)
          const current = await records.get(record.id)
          if (current?.revision !== record.revision) return
          const { released: _, ...rest } = bodyOf(current)
          if (isRestricted({ audience: audienceOf(current) })) {
            await records.update(record.id, rest as typeof current, current.revision)
          } else await records.delete(record.id, current.revision)
        })
      }
    }
    await openWithItems(new Set(closed.flatMap(papersOf)))
  }

  let running: Promise<void> | undefined
  const sealing: Sealing = {
    run() {
      // A run that is under way may have passed what has changed since.
      const next = (running ?? Promise.resolve()).catch(() => undefined).then(run)
      running = next
      return next
    },
    job: createJob(
      {
        name: 'closed-papers',
        does: 'stores the papers of closed items apart',
        every: 60_000,
        failure: 'papers of closed items wait to be stored apart',
        run: () => sealing.run(),
      },
      { now, log },
    ),
  }
  return sealing
}
