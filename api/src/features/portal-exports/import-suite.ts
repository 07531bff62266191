import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ports } from '../../ports.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { verifyAudit } from '../../platform/audit/verify-audit.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, testPeople } from '../../testing/test-api.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import { saveArchive } from './exports-fixture.ts'
import { foundationApi, seenIn } from './foundation-fixture.ts'
import { importArchive } from './import-archive.ts'

/** Opens the exporting and the importing portal, both empty. */
type Open = {
  from: () => Promise<Pick<Ports, 'store' | 'blobs'>>
  to: (now: () => Date) => Promise<{ store: DocumentStore; blobs: BlobStore }>
}

/** Rules for archives that hold between any two sets of adapters. */
export function importSuite(suite: string, open: Open): void {
  describe(suite, () => {
    it('restores what members and admins see, with every version, revision and audit entry', async () => {
      const api = await foundationApi(await open.from())
      const archive = await saveArchive(api, join(temporaryFolder(), 'export.zip'))
      const clock = { at: new Date() }
      const draft = openSqliteStore({ path: ':memory:', now: () => clock.at })
      const ports = { ...(await open.to(() => clock.at)), clock, draft }
      const imported = await importArchive(archive, ports)
      expect(imported).toMatchObject({
        foundation: 'Larkspur Foundation',
        papers: 3,
        incomplete: [],
        without: [],
        admins: [testPeople.admin.email],
      })
      for (const collection of exportedCollectionNames) {
        const [there, here] = await Promise.all([
          api.ports.store.list(collection),
          ports.store.list(collection),
        ])
        // The archive omits the export’s own start, and files derived from papers are made again.
        const isAudit = collection.startsWith('audit')
        const known = new Set(here.documents.map(({ id }) => id))
        const expected = there.documents.filter(({ id }) => !isAudit || known.has(id))
        const made = ['fast', 'text', 'text_sha256', 'picture', 'first_page', 'fast_damaged']
        const plain = (value: unknown) =>
          JSON.parse(JSON.stringify(value), (name, field: unknown) =>
            made.includes(name) ? undefined : field,
          ) as unknown
        expect([collection, plain(here.documents)]).toEqual([collection, plain(expected)])
        expect(here.documents.length).toBeGreaterThan(collection === 'agenda_templates' ? -1 : 0)
      }
      expect((await verifyAudit(ports.store)).entries).toBeGreaterThan(5)

      const restored = await testApi({ ports })
      expect(await seenIn(restored)).toEqual(await seenIn(api))
      expect((await seenIn(restored)).contents).toEqual([
        'the third budget',
        'the second budget',
        '410',
      ])
      await restored.features.portalExports.idle()
      await verifyAudit(ports.store)
      await restored.close()
      await api.close()
    })
  })
}
