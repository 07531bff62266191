import { getDocument, getDocumentText } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { search } from '@portal/contract/search'
import { listVersions } from '@portal/contract/paper-versions'
import { expect, it } from 'vitest'
import { putVersion } from './stored-version.ts'
import { versionsApi } from './versions-fixture.ts'

const name = 'Budget.pdf'
/** Without the threads that read and draw PDFs. */
const plainName = 'Budget.txt'

async function withVersions(file: string, texts: string[]) {
  const api = await versionsApi()
  for (const text of texts) await api.write(file, text)
  return { ...api, id: await api.idOf(file) }
}
const withPdfs = (...texts: string[]) => withVersions(name, texts)
const withTexts = (...texts: string[]) => withVersions(plainName, texts)

it('adds a version when a sync brings other bytes, and opens each by its number', async () => {
  const { id, syncDrive, versions, member, content } = await withPdfs('First', 'Second')
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
})

it('shows the picture of an earlier version', async () => {
  const { id, versions, request, tokenOf } = await withPdfs('First', 'Second')
  const picture = (await versions(id)).versions[1]!.first_page!.narrow
  const authorization = `Bearer ${await tokenOf('member')}`
  const response = await request(picture, { headers: { authorization } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

it('counts bytes that come back as a new version', async () => {
  const { id, versions } = await withTexts('First', 'Second', 'First')
  const { versions: all, shown } = await versions(id)
  expect(shown).toBe(3)
  expect(all.map(({ number }) => number)).toEqual([3, 2, 1])
  expect(all[0]!.sha256).toBe(all[2]!.sha256)
})

it('makes papers from before versions were kept version 1, however often it is repeated', async () => {
  const api = await withTexts('First')
  const { id, ports, stored, syncDrive, versions } = api
  for (const { id: record } of await stored('paper_versions')) {
    await ports.store.delete('paper_versions', record)
  }
  const [{ revision, id: _, updatedAt: __, version: ___, ...body }] = (await stored(
    'documents',
  )) as [{ revision: number; id: string; updatedAt: string; version: number }]
  await ports.store.update('documents', id, body, revision)
  await Promise.all([api.sync.resume(), versions(id)])
  await api.sync.idle()
  await syncDrive()
  const { versions: all, shown } = await versions(id)
  expect(shown).toBe(1)
  expect(all).toMatchObject([{ number: 1, state: 'kept' }])
  expect(all[0]!.arrived_at).toBeUndefined()
  await api.write(plainName, 'Second')
  expect((await versions(id)).versions.map(({ number }) => number)).toEqual([2, 1])
})

it('continues counting after an older release of the portal has stored other bytes', async () => {
  const { id, ports, versions, stored } = await withTexts('First', 'Second')
  const [{ revision, id: _, updatedAt: __, version: ___, ...body }] = (await stored(
    'documents',
  )) as [{ revision: number; id: string; updatedAt: string; version: number }]
  const sha256 = 'c'.repeat(64)
  await ports.store.update('documents', id, { ...body, sha256 }, revision)
  expect(await versions(id)).toMatchObject({ shown: 3, versions: [{ sha256 }, {}, {}] })
})

it('withdraws a version for everybody: its files are gone, its number and reason stay', async () => {
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
  const audited = (await stored('audit')).filter(({ what }) => what === 'paper version withdrawn')
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
  // The drive has the withdrawn bytes under another time.
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

it('keeps bytes of a withdrawn version that another paper has', async () => {
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
  const withdrawals = (await stored('audit')).filter(({ what }) => /withdrawn/.test(String(what)))
  expect(withdrawals).toHaveLength(1)
  const [{ revision, id: mark, updatedAt: _, ...body }] = (await stored('withdrawn_bytes')) as [
    { revision: number; id: string; updatedAt: string; sha256: string },
  ]
  await ports.blobs.put(`originals/${body.sha256}`, new Uint8Array([1]))
  await ports.store.update('withdrawn_bytes', mark, { ...body, left: true }, revision)
  api.portalVersions.resume()
  await expect.poll(() => blobKeys('originals/')).toHaveLength(1)
})

it('refuses to withdraw what isn’t there, and without a reason', async () => {
  const { id, withdraw } = await withTexts('First')
  await expect(withdraw(id, 7)).rejects.toMatchObject({ code: 'notFound' })
  await expect(withdraw('unknown', 1)).rejects.toMatchObject({ code: 'notFound' })
  await expect(withdraw(id, 1, '  ')).rejects.toMatchObject({ code: 'badRequest' })
})

it('expires the versions beyond the number that is kept', async () => {
  const api = await versionsApi({ env: { KEPT_VERSIONS: '2' } })
  for (const text of ['First', 'Second', 'Third']) await api.write(plainName, text)
  const id = await api.idOf(plainName)
  expect(await api.versions(id)).toMatchObject({
    shown: 3,
    versions: [{ state: 'kept' }, { state: 'kept' }, { number: 1, state: 'expired' }],
  })
  const gone = await api.content(id, 1)
  expect(await gone.json()).toMatchObject({
    status: 410,
    error: 'Version 1 of “Budget.txt” is no longer kept.',
  })
})

it('names the slots that show a paper, and who mapped it when, to admins alone', async () => {
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

it('lists 5,000 versions in pages', async () => {
  const { id, ports, member } = await withTexts('First')
  await ports.store.transaction(async (inside) => {
    for (let number = 2; number <= 5000; number += 1) {
      await putVersion(inside, { paper: id, number, sha256: '0'.repeat(64), modified_time: '' })
    }
  })
  const numbers: number[] = []
  for (let before: number | undefined; ;) {
    const query = { limit: 200, ...(before === undefined ? {} : { before }) }
    const page = await member(listVersions, { params: { id }, query })
    numbers.push(...page.versions.map(({ number }) => number))
    before = page.next
    if (before === undefined) break
  }
  expect(numbers).toEqual(Array.from({ length: 5000 }, (_, index) => 5000 - index))
})
