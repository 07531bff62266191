import { randomUUID } from 'node:crypto'
import { auditCollection } from '../audit/record-change.ts'
import type { Settings } from '../env.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { type Check, Wrong } from './finding.ts'

type Options = {
  store: Settings['store']
  production: boolean
  open: () => Promise<DocumentStore>
  /** Whether a list failed because the database has no index for it. */
  lacksIndex: (error: unknown) => boolean
  now: () => Date
}

/** Holds what the doctor has left behind where it was interrupted, and nothing else. */
const probes = 'doctor'

/** What the audit may be asked by: each needs an index in Firestore, newest first and oldest. */
const auditFilters = ['who', 'what', 'subject']

const remedies = {
  sqlite: 'DATA_FOLDER must be on a disk that this process may write to.',
  firestore:
    'The database must exist in Native mode, and the portal’s account needs the role Cloud Datastore User.',
}

/** Writes a document, changes it, deletes it, and asks whatever needs an index. */
export function databaseCheck({
  store: settings,
  production,
  open,
  lacksIndex,
  now,
}: Options): Check {
  return {
    part: 'database',
    remedy: remedies[settings.kind],
    async look() {
      const store = await open()
      const id = randomUUID()
      const { revision } = await store.create(probes, id, { at: now().toISOString() })
      const changed = await store.update(probes, id, { at: now().toISOString() }, revision)
      await store.delete(probes, id, changed.revision)
      const lacking = await lackingIndexes(store, lacksIndex)
      if (lacking.length > 0) {
        throw new Wrong(
          `The audit can’t be asked by ${lacking.join(', ')}: deploy firestore.indexes.json and wait until the indexes are built.`,
        )
      }
      if (settings.kind === 'firestore') {
        const { projectId, database = '(default)' } = settings
        return `Firestore, ${database} of ${projectId}: written, changed, deleted; every index answers`
      }
      const seen = 'SQLite: written, changed, deleted'
      return production
        ? { caution: `${seen}. It holds one instance only, and is lost with its disk.` }
        : seen
    },
  }
}

async function lackingIndexes(
  store: DocumentStore,
  lacksIndex: (error: unknown) => boolean,
): Promise<string[]> {
  const asked = auditFilters.map(async (field) => {
    const query = { where: { [field]: 'doctor' }, orderBy: 'at', limit: 1 }
    try {
      await store.list(auditCollection, { ...query, descending: true })
      await store.list(auditCollection, query)
      return []
    } catch (error) {
      if (!lacksIndex(error)) throw error
      return [field]
    }
  })
  return (await Promise.all(asked)).flat()
}
