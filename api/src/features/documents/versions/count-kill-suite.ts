import { expect, it } from 'vitest'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { silentLog } from '../../../platform/log.ts'
import { runUntilKilled, steppingPort } from '../../sync/sync-kill-fixture.ts'
import { documentsCollection } from '../stored-document.ts'
import { storedPaper } from '../stored-paper-fixture.ts'
import { createSyncedDocumentsService } from '../synced-documents-service.ts'
import { asVersion, versionsCollection } from './stored-version.ts'
import { countVersions } from './versions-feature.ts'

/** A database that this process and another one open, one after the other. */
export type SharedDatabase = {
  open: () => Promise<DocumentStore>
  /** How to open it in another process: the module that exports `opener`, and its argument. */
  module: string
  opener: string
  options: object
}

/** When the process is killed, as a share of all steps. */
const kills = process.env['TEST_LONG'] ? [0.02, 1 / 4, 1 / 5, 1 / 6] : [1 / 2]

const papers = ['agenda', 'bylaws', 'budget', 'docket', 'minutes']

/** Kills the migration of papers from before versions were kept, on a store. `create` returns an empty database. */
export function countKillSuite(name: string, create: () => Promise<SharedDatabase>): void {
  it(
    `counts each paper once on ${name}, however often the process is killed`,
    { timeout: 240_000 },
    async () => {
      const whole = await withPapers(create)
      const { steps } = await undisturbed(whole)
      const expected = await contentOf(whole)
      expect(expected.versions).toHaveLength(papers.length)
      expect(steps).toBeGreaterThan(papers.length * 10)
      const database = await withPapers(create)
      const counts: number[] = []
      // Each run continues where the one before was killed, so the kills progress through the migration.
      for (const step of kills.map((share) => Math.floor(steps * share))) {
        expect(await countAndKill(database, step)).toBe('killed')
        const { documents, versions } = await contentOf(database)
        const counted = documents.filter(({ version }) => version !== undefined)
        counts.push(counted.length)
        expect(versions.map(({ paper }) => paper).toSorted()).toEqual(
          counted.map(({ id }) => id).toSorted(),
        )
      }
      expect(counts.some((count) => count > 0 && count < papers.length)).toBe(true)
      await undisturbed(database)
      expect(await contentOf(database)).toEqual(expected)
      await undisturbed(database)
      expect(await contentOf(database)).toEqual(expected)
    },
  )
}

async function withPapers(create: () => Promise<SharedDatabase>): Promise<SharedDatabase> {
  const database = await create()
  const store = await database.open()
  for (const [at, id] of papers.entries()) {
    const sha256 = String(at).repeat(64)
    await store.create(documentsCollection.name, id, storedPaper(id, { sha256 }))
  }
  await store.close()
  return database
}

/** The papers and their versions, without the times of the records. */
async function contentOf({ open }: SharedDatabase) {
  const store = await open()
  const { documents } = await store.list(documentsCollection.name)
  const versions = []
  for await (const page of versionsCollection.raw(store).pages()) {
    for (const stored of page) versions.push(asVersion(stored)!)
  }
  await store.close()
  return {
    documents: documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    versions,
  }
}

async function undisturbed({ open }: SharedDatabase): Promise<{ steps: number }> {
  let steps = 0
  const store = steppingPort(await open(), () => (steps += 1))
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  await documents.ready
  await countVersions(store, documents, new AbortController().signal)
  await store.close()
  return { steps }
}

/** Counts papers in a separate process, which is killed before its given call to the store. */
function countAndKill({ module, opener, options }: SharedDatabase, last: number) {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runUntilKilled(`
    import { writeSync } from 'node:fs'
    import { ${opener} } from ${JSON.stringify(module)}
    import { silentLog } from ${at('../../../platform/log.ts')}
    import { steppingPort } from ${at('../../sync/sync-kill-fixture.ts')}
    import { createSyncedDocumentsService } from ${at('../synced-documents-service.ts')}
    import { countVersions } from ${at('./versions-feature.ts')}
    let steps = 0
    const step = () => { if ((steps += 1) === ${last}) process.kill(process.pid, 'SIGKILL') }
    writeSync(1, 'begun\\n')
    const store = steppingPort(${opener}(${JSON.stringify(options)}), step)
    const documents = createSyncedDocumentsService({ store, log: silentLog })
    await documents.ready
    await countVersions(store, documents, new AbortController().signal)
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit()`)
}
