import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteExport, getExport, listExports, startExport } from '@portal/contract/portal-exports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { downloaded, exported, filesInZip, storedTexts } from './exports-fixture.ts'
import { createPortalExportsService } from './portal-exports-service.ts'

/** In bytes; more than a storage accepts in one request. */
const large = 9_000_000

/** Rules for exports on every set of adapters. `open` returns an empty portal. */
export function portalExportsSuite(
  suite: string,
  open: (now: () => Date) => Promise<{ store: DocumentStore; blobs: BlobStore }>,
): void {
  describe(suite, () => {
    let api: TestApi
    let time: number
    const now = () => new Date(time)
    let onPut: () => Promise<void>

    beforeEach(async () => {
      time = Date.parse('2026-11-20T18:00:00Z')
      onPut = async () => {}
      const { store, blobs } = await open(now)
      const put: BlobStore['put'] = async (key, bytes) => {
        await onPut()
        return blobs.put(key, bytes)
      }
      api = await testApi({ now, ports: { store, blobs: { ...blobs, put } } })
      await storedTexts(api, 'budget', 'the first budget', 'the second budget')
      await storedTexts(api, 'bylaws', 'the bylaws')
    })
    afterEach(() => api.close())

    async function keysLeft(): Promise<string[]> {
      const keys: string[] = []
      for await (const key of api.ports.blobs.keys('exports/')) keys.push(key)
      return keys
    }

    async function filesOf(id: string) {
      const zip = join(temporaryFolder(), 'export.zip')
      writeFileSync(zip, Buffer.from(await (await downloaded(api, id)).arrayBuffer()))
      return filesInZip(zip)
    }

    it('lists damaged and missing papers, and contains all others', async () => {
      await storedTexts(api, 'report', 'a'.repeat(large))
      const keyOf = async (id: string) =>
        originalKey(String((await api.ports.store.get('documents', id))!['sha256']))
      await api.ports.blobs.put(await keyOf('report'), Buffer.alloc(large, 'b'))
      await api.ports.blobs.put(await keyOf('budget'), Buffer.from('other bytes'))
      await api.ports.blobs.delete(await keyOf('bylaws'))
      const { id, ...one } = await exported(api)
      expect(one).toMatchObject({ status: 'completed', damaged: 3 })
      const files = await filesOf(id)
      const index = String(files.get('index.html'))
      expect(index.split('the portal’s file was damaged.')).toHaveLength(3)
      expect(index).toContain('the portal’s file was missing.')
      const papers = [...files.keys()].filter((name) => name.startsWith('papers/'))
      expect(papers).toEqual(['papers/Other papers/budget (version 1).pdf'])
      expect(String(files.get(papers[0]!))).toBe('the first budget')
    })

    it('sends an archive in parts that fit together', async () => {
      await storedTexts(api, 'report', 'a'.repeat(large))
      const { id, size } = await exported(api)
      const whole = Buffer.from(await (await downloaded(api, id)).arrayBuffer())
      expect(whole).toHaveLength(size!)
      const pieces: Buffer[] = []
      const length = Math.ceil(size! / 3)
      for (let start = 0; start < size!; start += length) {
        const range = `bytes=${start}-${start + length - 1}`
        const response = await downloaded(api, id, { range })
        expect(response.status).toBe(206)
        pieces.push(Buffer.from(await response.arrayBuffer()))
      }
      expect(Buffer.concat(pieces).equals(whole)).toBe(true)
      const tag = (await downloaded(api, id)).headers.get('etag')!
      expect((await downloaded(api, id, { 'if-none-match': tag })).status).toBe(304)
      expect((await downloaded(api, id, { range: `bytes=${size}-` })).status).toBe(416)
    })

    it('continues an export once another instance’s lease has expired, and keeps it when that one fails', async () => {
      const held = Promise.withResolvers<void>()
      let puts = 0
      onPut = () => ((puts += 1) > 5 ? held.promise : Promise.resolve())
      const { id } = await api.call('admin')(startExport)
      await expect.poll(() => puts).toBe(6)
      time += 61_000
      onPut = async () => {}
      const { blobs, accounts, log } = api.ports
      const { foundation } = api.settings
      const parts = { store: api.store, blobs, accounts, foundation, now, log }
      const other = createPortalExportsService(parts)
      await other.maintain()
      await other.idle()
      held.reject(new Refusal('storageFull', 'The storage is full.'))
      await api.features.portalExports.idle()
      expect(await api.call('admin')(getExport, { params: { id } })).toMatchObject({
        status: 'completed',
      })
      expect((await filesOf(id)).has('papers/Other papers/bylaws (version 1).pdf')).toBe(true)
    })

    it('deletes an archive with all of its files', async () => {
      const { id } = await exported(api)
      expect((await keysLeft()).length).toBeGreaterThan(10)
      await api.call('admin')(deleteExport, { params: { id } })
      expect(await api.call('admin')(listExports)).toEqual([])
      expect(await keysLeft()).toEqual([])
      expect((await api.ports.store.list('portal_export_files')).documents).toEqual([])
    })
  })
}
