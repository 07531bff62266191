import { getDocument, getDocumentText } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { getReading, reportReading } from '@portal/contract/reading'
import { getChanges } from '@portal/contract/paper-versions'
import { search } from '@portal/contract/search'
import { describe, expect, it } from 'vitest'
import type { Ports } from '../../../ports.ts'
import { type PapersDrive, versionsApi } from './versions-fixture.ts'

const name = 'Budget.pdf'
/** Without the threads that read and draw PDFs. */
const plainName = 'Budget.txt'

/** The stores that papers are kept in. */
export type PapersSubject = { ports?: Partial<Ports>; papers?: PapersDrive }

/** Rules for versions on every set of adapters. `open` returns an empty one. */
export function versionsSuite(suite: string, open: () => Promise<PapersSubject>): void {
  describe(suite, () => {
    const withVersions = async (
      file: string,
      texts: string[],
      env: Record<string, string> = {},
    ) => {
      const api = await versionsApi({ ...(await open()), env })
      for (const text of texts) await api.write(file, text)
      return { ...api, id: await api.idOf(file) }
    }
    const withPdfs = (...texts: string[]) => withVersions(name, texts)
    const withTexts = (...texts: string[]) => withVersions(plainName, texts)

    it('adds a version when a sync brings other bytes, and opens each by its number', async () => {
      const { id, syncDrive, versions, member, content, request, tokenOf } = await withPdfs(
        'First',
        'Second',
      )
      await syncDrive()
      const { versions: all, shown, next } = await versions(id)
      expect(shown).toBe(2)
      expect(next).toBeUndefined()
      expect(all).toMatchObject([
        { number: 2, state: 'kept', name, pages: 2, condition: 'ready' },
        { number: 1, state: 'kept', name, pages: 2, condition: 'ready' },
      ])
      expect(all.map(({ first_page }) => first_page?.wide)).not.toContain(undefined)
      expect(all.every(({ arrived_at }) => arrived_at !== undefined)).toBe(true)
      const textOf = async (version?: number) =>
        (await member(getDocumentText, { params: { id }, query: { version } })).pages[0]
      expect([await textOf(), await textOf(2), await textOf(1)]).toEqual([
        'Second, page 1',
        'Second, page 1',
        'First, page 1',
      ])
      const etags = await Promise.all(
        [1, 2].map(async (n) => (await content(id, n)).headers.get('etag')),
      )
      expect(etags).toEqual([`"${all[1]!.sha256}"`, `"${all[0]!.sha256}"`])
      const unknown = await content(id, 3)
      expect(unknown.status).toBe(404)
      expect(await unknown.json()).toMatchObject({ error: '“Budget.pdf” has no version 3.' })
      // The earlier one has a picture, too.
      const authorization = `Bearer ${await tokenOf('member')}`
      const response = await request(all[1]!.first_page!.narrow, { headers: { authorization } })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    })

    it('counts bytes that come back as a new version', async () => {
      const { id, versions } = await withTexts('First', 'Second', 'First')
      const { versions: all, shown } = await versions(id)
      expect(shown).toBe(3)
      expect(all.map(({ number }) => number)).toEqual([3, 2, 1])
      expect(all[0]!.sha256).toBe(all[2]!.sha256)
    })

    it('numbers papers from before versions existed as version 1, no matter how often it runs', async () => {
      const api = await withTexts('First')
      const { id, ports, stored, syncDrive, versions } = api
      for (const { id: record } of await stored('paper_versions')) {
        await ports.store.delete('paper_versions', record)
      }
      const [{ revision, id: _, updatedAt: __, version: ___, ...body }] = (await stored(
        'documents',
      )) as [{ revision: number; id: string; updatedAt: string; version: number }]
      await ports.store.update('documents', id, body, revision)
      await Promise.all([api.features.sync.resume(), versions(id)])
      await api.features.sync.idle()
      await syncDrive()
      const { versions: all, shown } = await versions(id)
      expect(shown).toBe(1)
      expect(all).toMatchObject([{ number: 1, state: 'kept' }])
      expect(all[0]!.arrived_at).toBeUndefined()
      await api.write(plainName, 'Second')
      expect((await versions(id)).versions.map(({ number }) => number)).toEqual([2, 1])
    })

    it('continues the numbers after an older release of the portal has stored other bytes', async () => {
      const { id, ports, versions, stored } = await withTexts('First', 'Second')
      const [{ revision, id: _, updatedAt: __, version: ___, ...body }] = (await stored(
        'documents',
      )) as [{ revision: number; id: string; updatedAt: string; version: number }]
      const sha256 = 'c'.repeat(64)
      await ports.store.update('documents', id, { ...body, sha256 }, revision)
      expect(await versions(id)).toMatchObject({ shown: 3, versions: [{ sha256 }, {}, {}] })
    })

    it('withdraws a version for everyone: deletes its files, and keeps its number and the reason', async () => {
      const { id, withdraw, versions, content, member, blobKeys, request, tokenOf, stored } =
        await withPdfs('First', 'Second')
      const before = (await versions(id)).versions[1]!
      await withdraw(id, 1, 'It named a person')
      const { versions: all, shown } = await versions(id)
      expect(shown).toBe(2)
      expect(all[1]).toEqual({
        number: 1,
        state: 'withdrawn',
        arrived_at: before.arrived_at,
        modified_time: before.modified_time,
        withdrawn: { at: expect.any(String), reason: 'It named a person' },
      })
      expect((await versions(id, 'admin')).versions[1]!.withdrawn!.by).toMatch(/^ruth/)
      const refused = await content(id, 1)
      expect(refused.status).toBe(410)
      expect(await refused.json()).toMatchObject({
        code: 'gone',
        error: 'Version 1 of “Budget.pdf” was withdrawn: It named a person',
      })
      const text = member(getDocumentText, { params: { id }, query: { version: 1 } })
      await expect(text).rejects.toMatchObject({ code: 'gone' })
      for (const prefix of ['originals/', 'renditions/', 'texts/']) {
        expect(await blobKeys(prefix)).toHaveLength(1)
      }
      expect(await blobKeys('pictures/')).toHaveLength(2)
      const authorization = `Bearer ${await tokenOf('member')}`
      const picture = await request(before.first_page!.wide, { headers: { authorization } })
      expect(picture.status).toBe(404)
      const audited = (await stored('audit')).filter(
        ({ what }) => what === 'paper version withdrawn',
      )
      expect(audited).toMatchObject([
        { subject: id, reason: 'It named a person', after: { name, version: 1 } },
      ])
    })

    it('shows the newest version that is left when the shown one is withdrawn, also after syncs', async () => {
      const { id, withdraw, syncDrive, versions, member, write } = await withPdfs('First', 'Second')
      await withdraw(id, 2)
      const textNow = async () =>
        (await member(getDocumentText, { params: { id }, query: {} })).pages[0]
      expect((await versions(id)).shown).toBe(1)
      expect(await textNow()).toBe('First, page 1')
      await syncDrive()
      expect(await textNow()).toBe('First, page 1')
      // The drive has the withdrawn bytes with another modification time.
      await write(name, 'Second')
      expect((await versions(id)).versions.map(({ number }) => number)).toEqual([2, 1])
      expect(await textNow()).toBe('First, page 1')
      await write(name, 'Third')
      expect(await versions(id)).toMatchObject({ shown: 3 })
      expect(await textNow()).toBe('Third, page 1')
    })

    it('withdraws every version with the same bytes', async () => {
      const { id, withdraw, versions, content } = await withTexts('First', 'Second', 'First')
      await withdraw(id, 1)
      expect(await versions(id)).toMatchObject({
        shown: 2,
        versions: [{ state: 'withdrawn' }, { state: 'kept' }, { state: 'withdrawn' }],
      })
      expect((await content(id, 3)).status).toBe(410)
    })

    it('has nothing to read once every version is withdrawn, until other bytes arrive', async () => {
      const { id, withdraw, versions, syncDrive, content, member, write, blobKeys } =
        await withPdfs('Secretive')
      await withdraw(id, 1, 'Another board’s paper')
      await syncDrive()
      expect((await versions(id)).shown).toBeUndefined()
      expect(await blobKeys('originals/')).toEqual([])
      const document = await member(getDocument, { params: { id } })
      expect(document).toMatchObject({ withdrawn: true })
      expect(document.first_page).toBeUndefined()
      const refused = await content(id)
      expect(await refused.json()).toMatchObject({
        status: 410,
        error: '“Budget.pdf” was withdrawn: Another board’s paper',
      })
      expect((await member(search, { query: { q: 'secretive' } })).hits).toEqual([])
      await write(name, 'Corrected')
      expect(await versions(id)).toMatchObject({ shown: 2 })
      expect((await content(id)).status).toBe(200)
    })

    it('keeps the bytes of a withdrawn version if another paper has them', async () => {
      const { id, withdraw, write, idOf, content } = await withTexts('First', 'Second')
      await write('Copy.txt', 'First')
      await withdraw(id, 1)
      expect((await content(id, 1)).status).toBe(410)
      expect((await content(await idOf('Copy.txt'))).status).toBe(200)
    })

    it('returns the first result when a withdrawal is repeated, and finishes one that was killed', async () => {
      const api = await withTexts('First', 'Second')
      const { id, withdraw, ports, stored, blobKeys } = api
      const first = await withdraw(id, 1, 'First reason')
      expect(await withdraw(id, 1, 'Second reason')).toEqual(first)
      const withdrawals = (await stored('audit')).filter(({ what }) =>
        /withdrawn/.test(String(what)),
      )
      expect(withdrawals).toHaveLength(1)
      const [{ revision, id: mark, updatedAt: _, ...body }] = (await stored('withdrawn_bytes')) as [
        { revision: number; id: string; updatedAt: string; sha256: string },
      ]
      await ports.blobs.put(`originals/${body.sha256}`, new Uint8Array([1]))
      await ports.store.update('withdrawn_bytes', mark, { ...body, left: true }, revision)
      api.portalVersions.resume()
      await expect.poll(() => blobKeys('originals/')).toHaveLength(1)
    })

    it('refuses to withdraw a missing version, or without a reason', async () => {
      const { id, withdraw } = await withTexts('First')
      await expect(withdraw(id, 7)).rejects.toMatchObject({ code: 'notFound' })
      await expect(withdraw('unknown', 1)).rejects.toMatchObject({ code: 'notFound' })
      await expect(withdraw(id, 1, '  ')).rejects.toMatchObject({ code: 'badRequest' })
    })

    it('expires the versions beyond the number that is kept', async () => {
      const texts = ['First', 'Second', 'Third']
      const { id, versions, content } = await withVersions(plainName, texts, { KEPT_VERSIONS: '2' })
      expect(await versions(id)).toMatchObject({
        shown: 3,
        versions: [{ state: 'kept' }, { state: 'kept' }, { number: 1, state: 'expired' }],
      })
      const gone = await content(id, 1)
      expect(await gone.json()).toMatchObject({
        status: 410,
        error: 'Version 1 of “Budget.txt” is no longer kept.',
      })
    })

    it('keeps the record of what was read, and shows it for the version that is left', async () => {
      const { id, write, withdraw, versions, member, admin } = await withVersions(
        plainName,
        ['First'],
        { KEPT_VERSIONS: '2' },
      )
      const slot = { params: { id: 'meeting-2026-q4-agenda' }, body: { documentId: id } }
      await admin(saveMapping, { ...slot, revision: 'new' })
      const read = (version: number, isRead?: boolean) => {
        const pages = [{ page: 1, seconds: 30 }]
        const papers = [{ documentId: id, version, pages, ...(isRead ? { isRead } : {}) }]
        return member(reportReading, { body: { papers } })
      }
      const seen = async () => {
        const { papers } = await member(getReading, { query: { year: 2026, quarter: 4 } })
        expect(papers).toHaveLength(1)
        return papers[0]
      }
      await read(1, true)
      await write(plainName, 'Second')
      await read(2)
      await write(plainName, 'Third')
      await read(3, true)
      const states = async () => (await versions(id)).versions.map(({ state }) => state)
      expect(await states()).toEqual(['kept', 'kept', 'expired'])
      expect(await seen()).toMatchObject({ version: 3, isRead: true, earlier: { version: 2 } })
      await withdraw(id, 3)
      const left = { version: 2, pages: [1], isRead: false, earlier: { version: 1 } }
      expect(await seen()).toMatchObject(left)
      // Reports of versions that are gone arrive late.
      await read(3)
      await read(1)
      expect(await seen()).toMatchObject(left)
      await expect(
        member(getChanges, { params: { id }, query: { from: 1 } }),
      ).rejects.toMatchObject({
        code: 'gone',
        message: 'Version 1 of “Budget.txt” is no longer kept.',
      })
      await withdraw(id, 2)
      expect(await states()).toEqual(['withdrawn', 'withdrawn', 'expired'])
      expect((await seen())!.minutesLeft).toBeUndefined()
      await write(plainName, 'Fourth')
      expect(await seen()).toMatchObject({ version: 3, isRead: false, earlier: { version: 3 } })
    })

    it('keeps the newest versions that aren’t withdrawn', async () => {
      const { id, withdraw, write, versions } = await withVersions(plainName, ['First', 'Second'], {
        KEPT_VERSIONS: '2',
      })
      await withdraw(id, 2)
      await write(plainName, 'Third')
      const { versions: all } = await versions(id)
      expect(all.map(({ state }) => state)).toEqual(['kept', 'withdrawn', 'kept'])
      // The newest is withdrawn: the one before it is still there to be shown.
      await withdraw(id, 3)
      expect((await versions(id)).shown).toBe(1)
    })

    it('reports what changed between two versions, and deletes the report with either', async () => {
      const { id, member, withdraw, blobKeys } = await withPdfs('First', 'Second', 'Third')
      const changes = (from: number, to: number) =>
        member(getChanges, { params: { id }, query: { from, to } })
      const result = await changes(1, 3)
      expect(result).toMatchObject({ state: 'compared', from: 1, to: 3 })
      expect(await changes(1, 3)).toEqual(result)
      await changes(2, 3)
      expect(await blobKeys('changes/')).toHaveLength(2)
      await withdraw(id, 1)
      expect(await blobKeys('changes/')).toHaveLength(1)
      await expect(changes(1, 3)).rejects.toMatchObject({ code: 'gone' })
    })

    it('continues with the next number when the drive loses a paper and has it again', async () => {
      const { id, papers, syncDrive, write, versions, content } = await withTexts('First', 'Second')
      await papers.lose(plainName)
      await syncDrive()
      await write(plainName, 'Second')
      expect((await versions(id)).versions.map(({ number }) => number)).toEqual([2, 1])
      await papers.lose(plainName)
      await syncDrive()
      await write(plainName, 'Third')
      expect(await versions(id)).toMatchObject({ shown: 3 })
      expect((await content(id)).status).toBe(200)
    })

    it('shows admins alone which slots show a paper, and who mapped it when', async () => {
      const { id, versions, admin } = await withTexts('First')
      const params = { id: 'governance-bylaws' }
      const saved = await admin(saveMapping, { params, body: { documentId: id }, revision: 'new' })
      await admin(saveMapping, { params, body: { title: 'Our bylaws' }, revision: saved.revision })
      expect((await versions(id, 'admin')).mapped).toEqual([
        {
          id: 'governance-bylaws',
          title: 'Our bylaws',
          at: expect.any(String),
          by: 'ruth.abelman@larkspur.example',
        },
      ])
      expect((await versions(id)).mapped).toBeUndefined()
    })
  })
}
