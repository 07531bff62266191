import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { accessCollection, auditCollection } from '../../platform/audit/audit-collections.ts'
import type { Settings } from '../../platform/env/env.ts'
import { defineCollection, rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { type Check, CheckFailure } from './finding.ts'
import { request } from './clock-check.ts'

type Options = {
  store: Settings['store']
  open: () => Promise<DocumentStore>
  /** Whether a list failed because the database has no index for it. */
  lacksIndex: (error: unknown) => boolean
  now: () => Date
}

/** Contains the probes of an interrupted doctor, and nothing else. */
const probesCollection = defineCollection('doctor', z.object({ at: z.string() }))

/** The audit's filters; in Firestore, each needs an ascending and a descending index. */
const auditFilters = ['who', 'what', 'subject']

const remedies = {
  sqlite: 'DATA_FOLDER must be on a disk that this process may write to.',
  firestore:
    'The database must exist in Native mode, and the portal’s account needs the role Cloud Datastore User.',
}

/** Creates, changes and deletes a document, and runs every query that needs an index. */
export function databaseCheck({ store: settings, open, lacksIndex, now }: Options): Check {
  return {
    part: 'database',
    remedy: remedies[settings.kind],
    async run() {
      const store = await open()
      const id = randomUUID()
      const probes = probesCollection.in(store)
      const { revision } = await probes.create(id, { at: now().toISOString() })
      const changed = await probes.update(id, { at: now().toISOString() }, revision)
      await probes.delete(id, changed.revision)
      const lacking = await lackingIndexes(store, lacksIndex)
      if (lacking.length > 0) {
        throw new CheckFailure(
          `The audit can’t be filtered by ${lacking.join(', ')}. Deploy firestore.indexes.json and wait until the indexes are built.`,
        )
      }
      if (settings.kind === 'firestore') {
        const { projectId, database = '(default)' } = settings
        return `Firestore, ${database} of ${projectId}: created, changed and deleted a document; all indexes exist`
      }
      return 'SQLite, for one instance: created, changed and deleted a document'
    },
  }
}

async function lackingIndexes(
  store: DocumentStore,
  lacksIndex: (error: unknown) => boolean,
): Promise<string[]> {
  const queries = auditFilters.map(async (field) => {
    const query = { where: { [field]: 'doctor' }, orderBy: 'at', limit: 1 }
    try {
      for (const collection of [auditCollection, accessCollection]) {
        await rawCollection(store, collection).list({ ...query, descending: true })
        await rawCollection(store, collection).list(query)
      }
      return []
    } catch (error) {
      if (!lacksIndex(error)) throw error
      return [field]
    }
  })
  return (await Promise.all(queries)).flat()
}

type DirectAccess = {
  /** https://firestore.googleapis.com, or an emulator. */
  service: string
  projectId: string
  database: string | undefined
  apiKey: string
}

/** Requests a document directly from the database, as anyone could; it must refuse. */
export function rulesCheck({
  service,
  projectId,
  database = '(default)',
  apiKey,
}: DirectAccess): Check {
  return {
    part: 'rules',
    async run() {
      const place = `projects/${projectId}/databases/${database}/documents/admin/designatedAdmins`
      const url = new URL(`${service}/v1/${place}`)
      url.searchParams.set('key', apiKey)
      const { status } = await request(url)
      if (status === 403 || status === 401) return 'the database refuses direct access'
      if (status === 200 || status === 404) {
        throw new CheckFailure(
          'Anyone can read the database. Deploy firestore.rules, which only lets the portal in.',
        )
      }
      return {
        caution: `the database responded with ${status} to direct access, so its rules are unknown`,
      }
    },
  }
}
