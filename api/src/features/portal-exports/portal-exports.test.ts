import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { createDirectoryEntry } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import { saveNotes } from '@portal/contract/notes'
import {
  deleteExport,
  exportKeptDays,
  listExports,
  mostExports,
  startExport,
} from '@portal/contract/portal-exports'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { getPortal } from '@portal/contract/portal'
import { reportReading } from '@portal/contract/reading'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  accessCollection,
  anchorsCollection,
  auditCollection,
} from '../../platform/audit/audit-collections.ts'
import { adminCollection } from '../../platform/identity/designated-admins.ts'
import { agendasCollection } from '../agendas/stored-agenda.ts'
import { documentsCollection } from '../documents/stored-document.ts'
import { versionsCollection } from '../documents/versions/stored-version.ts'
import { withdrawalsCollection } from '../documents/versions/stored-withdrawal.ts'
import { mappingsCollection } from '../mappings/stored-mapping.ts'
import { policyCollection } from '../notes/stored-policy.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { Refusal } from '../../refusal.ts'
import { savedNote, saveOf } from '../notes/notes-fixture.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'
import { exportedCollectionNames } from './exported-collections.ts'
import {
  downloaded,
  exported,
  filesInZip,
  pixel,
  saveArchive,
  storedTexts,
} from './exports-fixture.ts'
import { createPortalExportsService } from './portal-exports-service.ts'

const secret = 'planted-private-words'
const day = 86_400_000

let api: TestApi
let time: number
const now = () => new Date(time)
const blobs = { onPut: async (_key: string) => {} }

beforeEach(async () => {
  time = Date.parse('2026-11-20T18:00:00Z')
  blobs.onPut = async () => {}
  const memory = memoryBlobStore(now)
  const put: typeof memory.put = async (key, bytes) => {
    await blobs.onPut(key)
    return memory.put(key, bytes)
  }
  api = await testApi({ now, ports: { blobs: { ...memory, put } } })
  await storedTexts(api, 'budget', 'the first budget', 'the second budget')
  await storedTexts(api, 'bylaws', 'the bylaws')
  const admin = api.call('admin')
  await admin(saveMapping, {
    params: { id: 'meeting-2026-q4-budget-vs-actual' },
    body: { documentId: 'budget' },
    revision: 'new',
  })
  await admin(saveMapping, {
    params: { id: 'governance-bylaws' },
    body: { documentId: 'bylaws' },
    revision: 'new',
  })
  await admin(saveAgenda, {
    params: { year: 2026, quarter: 4 },
    body: {
      title: 'Fall <Meeting>',
      date: '2026-12-10',
      time: '09:00',
      endTime: '12:00',
      items: [{ title: 'The budget', papers: [{ materialType: 'budget-vs-actual', pages: '3' }] }],
    },
    revision: 'new',
  })
  await admin(createDirectoryEntry, {
    form: {
      id: 'maria',
      name: 'Maria Lopez',
      role: '=cmd()',
      type: 'board',
      photo: new File([pixel], 'maria.png', { type: 'image/png' }),
    },
  })
})
afterEach(() => api.close())

/** Makes an export; returns its files. */
async function unpacked() {
  const zip = await saveArchive(api, join(temporaryFolder(), 'export.zip'))
  const files = await filesInZip(zip)
  return { zip, files, text: (name: string) => String(files.get(name)) }
}

describe('an archive', () => {
  it('says that members don’t see a card that is set aside', async () => {
    const body = { setAside: ['governance-bylaws'] }
    await api.call('admin')(saveSlotSettings, { body, revision: 'new' })
    const { text } = await unpacked()
    expect(text('index.html')).toContain('Bylaws (not shown to members)')
  })

  it('contains every version of every paper under a readable name', async () => {
    const { text } = await unpacked()
    expect(text('papers/2026-Q4/budget (version 1).pdf')).toBe('the first budget')
    expect(text('papers/2026-Q4/budget (version 2).pdf')).toBe('the second budget')
    expect(text('papers/Governance/bylaws (version 1).pdf')).toBe('the bylaws')
  })

  it('contains a page with every quarter, its agenda and papers, and the directory, without scripts', async () => {
    const { text } = await unpacked()
    const index = text('index.html')
    expect(index).toContain('<h2 id="2026-Q4">Q4 2026</h2>')
    expect(index).toContain('href="papers/2026-Q4/budget%20(version%202).pdf"')
    expect(index).toContain('href="agendas/2026-Q4.html"')
    expect(index).toContain('Maria Lopez')
    expect(index).not.toContain('<script')
    const agenda = text('agendas/2026-Q4.html')
    expect(agenda).toContain('Fall &lt;Meeting&gt;')
    expect(agenda).toContain(
      '<a href="../papers/2026-Q4/budget%20(version%202).pdf">Budget vs Actual</a>, pages 3',
    )
  })

  it('shows when a meeting is with its time zone, and names its quarter once', async () => {
    const { text } = await unpacked()
    const when = 'Thursday 10 December 2026, 9:00 AM – 12:00 PM PT'
    expect(text('index.html')).toContain(`Fall &lt;Meeting&gt;, Q4 2026</a>: ${when}`)
    expect(text('agendas/2026-Q4.html')).toContain(`<p>${when}</p>`)
    const body = { title: 'Q4 2026 Board Meeting', items: [] }
    const params = { year: 2026, quarter: 4 } as const
    const { revision } = await api.call('admin')(getAgenda, { params })
    await api.call('admin')(saveAgenda, { params, body, revision })
    expect((await unpacked()).text('index.html')).toContain('>Q4 2026 Board Meeting</a>')
  })

  it('lists no quarter whose slots are all empty', async () => {
    const params = { id: 'meeting-2027-q1-budget-vs-actual' }
    const admin = api.call('admin')
    await admin(saveMapping, { params, body: { title: 'Budget' }, revision: 'new' })
    expect((await unpacked()).text('index.html')).not.toContain('Q1 2027')
  })

  it('names a role and its title once, and papers of the same name with their folders', async () => {
    await api.call('admin')(createDirectoryEntry, {
      form: { id: 'hana', name: 'Hana', role: 'Director', title: 'director', type: 'staff' },
    })
    await api.putPaper('one', { name: 'Report.pdf', path: 'Grants' })
    await api.putPaper('two', { name: 'Report.pdf', path: 'Finance' })
    const { text } = await unpacked()
    expect(text('index.html')).toContain('<td>Director</td>')
    expect(text('index.html')).toContain('Report.pdf, in Grants')
    expect(text('index.html')).toContain('Report.pdf, in Finance')
  })

  it('contains the audit by years and the accounts as pages', async () => {
    const { text } = await unpacked()
    const index = text('index.html')
    expect(index).toContain('<a href="audit/changes-2026.html">Changes in 2026</a>')
    expect(index).toContain('<a href="accounts.html">Accounts</a>')
    const changes = text('audit/changes-2026.html')
    expect(changes).toContain('<td>20 November 2026, 10:00 AM</td>')
    expect(changes).toContain('Fall &lt;Meeting&gt;')
    expect(changes).not.toContain('Fall <Meeting>')
    expect(text('accounts.html')).toContain(`<td>${testPeople.member.email}</td>`)
  })

  it('contains the directory as a spreadsheet without formulas, and the photos', async () => {
    const { text, files } = await unpacked()
    const csv = text('directory.csv')
    expect(csv).toContain("Maria Lopez,'=cmd(),board")
    const [, photo] = /(images\/[0-9a-f]{64}\.png)/.exec(csv) ?? []
    expect(String(files.get(photo!)!.subarray(1, 4))).toBe('PNG')
  })

  it('lists its files with their hashes, and has the announced size', async () => {
    const { zip, files, text } = await unpacked()
    const manifest = JSON.parse(text('manifest.json')) as { files: { name: string }[] }
    const names = [...manifest.files.map(({ name }) => name), 'manifest.json']
    expect([...files.keys()].toSorted()).toEqual(names.toSorted())
    const [{ size, progress } = { size: 0, progress: { done: 0, total: 0 } }] =
      await api.call('admin')(listExports)
    expect(readFileSync(zip)).toHaveLength(size!)
    expect(progress).toEqual({ done: names.length, total: names.length })
  })

  it('lists a withdrawn version without its file', async () => {
    const params = { id: 'budget', number: 1 }
    await api.call('admin')(withdrawVersion, { params, body: { reason: 'Sent by mistake' } })
    time += 1000
    const { text, zip } = await unpacked()
    expect(text('index.html')).toContain('Version 1: withdrawn (Sent by mistake).')
    expect(readFileSync(zip).includes('the first budget')).toBe(false)
  })

  it('contains no notes, no reading, no passwords and no tokens', async () => {
    await api.call('member')(saveNotes, {
      body: { ...saveOf(), notes: [savedNote(1, { text: secret }, 2)] },
    })
    await api.call('member')(reportReading, {
      body: { papers: [{ documentId: 'budget', version: 2, pages: [{ page: 1, seconds: 77 }] }] },
    })
    const { store } = api.ports
    for (const collection of [
      'reading_settings',
      'taken_books',
      'visits',
      'sign_ins',
      'release_tokens',
    ]) {
      await store.create(collection, secret, { secret })
    }
    const { zip } = await unpacked()
    const bytes = readFileSync(zip)
    expect(bytes.includes('the second budget')).toBe(true)
    for (const planted of [secret, 'annual surplus', '"seconds"']) {
      expect([planted, bytes.includes(planted)]).toEqual([planted, false])
    }
  })

  it('contains exactly the collections that are meant to be exported', () => {
    const known = [
      'formal_notices',
      'notice_waivers',
      mappingsCollection.name,
      'meeting_papers',
      agendasCollection.name,
      'meetings',
      'agenda_templates',
      'questions',
      'item_flags',
      'quarters',
      'slot_settings',
      documentsCollection.name,
      'folders',
      versionsCollection.name,
      withdrawalsCollection.name,
      'replies',
      'reply_requests',
      'terms',
      'bodies',
      'directory',
      adminCollection.name,
      policyCollection.name,
      anchorsCollection,
      accessCollection,
      auditCollection,
    ]
    expect(exportedCollectionNames).toEqual(known)
  })
})

describe('the download', () => {
  it('fails while the export isn’t finished, and once its bytes are gone', async () => {
    const { id } = await exported(api)
    for await (const key of api.ports.blobs.keys('exports/')) await api.ports.blobs.delete(key)
    expect((await downloaded(api, id)).status).toBe(404)
    const held = Promise.withResolvers<void>()
    blobs.onPut = () => held.promise
    const running = await api.call('admin')(startExport)
    expect((await downloaded(api, running.id)).status).toBe(409)
    held.resolve()
    await api.features.portalExports.idle()
  })
})

describe('an export', () => {
  it('runs one at a time, even with two instances', async () => {
    const held = Promise.withResolvers<void>()
    blobs.onPut = () => held.promise
    const first = await api.call('admin')(startExport)
    const other = otherInstance()
    const joined = await other.start(await adminPerson())
    await other.maintain()
    expect([joined.id, (await api.call('admin')(startExport)).id]).toEqual([first.id, first.id])
    held.resolve()
    await api.features.portalExports.idle()
    await other.idle()
    expect(await api.call('admin')(listExports)).toMatchObject([{ status: 'completed' }])
  })

  it('fails with a clear message on a full disk, and leaves nothing behind', async () => {
    let puts = 0
    blobs.onPut = async () => {
      if ((puts += 1) > 8) throw new Refusal('storageFull', 'The storage is full.')
    }
    const { status, message } = await exported(api)
    expect(status).toBe('failed')
    expect(message).toMatch(/^The server’s storage is full\. Nothing of the portal was lost\./)
    const left: string[] = []
    for await (const key of api.ports.blobs.keys('exports/')) left.push(key)
    expect(left).toEqual([])
    expect((await api.ports.store.list('portal_export_files')).documents).toEqual([])
    blobs.onPut = async () => {}
    expect(await exported(api)).toMatchObject({ status: 'completed' })
  })

  it('needs a recent sign-in', async () => {
    const old = { ...testPeople.admin, signedInAt: time / 1000 - 3600 }
    await expect(api.call(old)(startExport)).rejects.toMatchObject({ code: 'reauthenticate' })
  })

  it('can’t be started while the maximum number is kept', async () => {
    for (let made = 0; made < mostExports; made += 1) await exported(api)
    await expect(api.call('admin')(startExport)).rejects.toMatchObject({ code: 'conflict' })
    const [{ id } = { id: '' }] = await api.call('admin')(listExports)
    await api.call('admin')(deleteExport, { params: { id } })
    expect(await exported(api)).toMatchObject({ status: 'completed' })
  })

  it('expires some days after it was finished', async () => {
    await exported(api)
    time += exportKeptDays * day - 1
    await api.features.portalExports.maintain()
    expect(await api.call('admin')(listExports)).toHaveLength(1)
    time += 1
    await api.features.portalExports.maintain()
    expect(await api.call('admin')(listExports)).toEqual([])
    for await (const key of api.ports.blobs.keys('exports/')) expect(key).toBe(undefined)
  })

  it('can’t be downloaded once a version of a paper was withdrawn, and is deleted', async () => {
    const { id } = await exported(api)
    time += 1000
    const params = { id: 'budget', number: 1 }
    await api.call('admin')(withdrawVersion, { params, body: { reason: 'Sent by mistake' } })
    expect((await downloaded(api, id)).status).toBe(404)
    await api.features.portalExports.maintain()
    expect(await api.call('admin')(listExports)).toEqual([])
    for await (const key of api.ports.blobs.keys('exports/')) expect(key).toBe(undefined)
    const query = { subject: id, what: 'export deleted' }
    const { entries } = await api.call('admin')(listAudit, { query })
    expect(entries.map(({ by }) => by)).toEqual(['withdrawal'])
  })

  it('records who started, downloaded and deleted it', async () => {
    const { id } = await exported(api)
    await (await downloaded(api, id)).arrayBuffer()
    await api.call('admin')(deleteExport, { params: { id } })
    await api.call('admin')(deleteExport, { params: { id } })
    await api.stop()
    const { entries } = await api.call('admin')(listAudit, { query: { subject: id } })
    const { email } = testPeople.admin
    expect(entries.map(({ what, by }) => [what, by])).toEqual(
      expect.arrayContaining([
        ['export deleted', email],
        ['export started', email],
      ]),
    )
    const where = { subject: id, what: 'export downloaded' }
    expect((await api.ports.store.list('audit_access', { where })).documents).toHaveLength(1)
  })
})

function otherInstance() {
  const { foundation } = api.settings
  const { blobs: files, accounts, log } = api.ports
  return createPortalExportsService({
    store: api.store,
    blobs: files,
    accounts,
    foundation,
    now,
    log,
  })
}

async function adminPerson() {
  return (await api.call('admin')(getPortal)).person
}
