import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reportEditing, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms } from '@portal/contract/bodies'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { createDirectoryEntry, linkAccount } from '@portal/contract/directory'
import { saveNotes } from '@portal/contract/notes'
import { saveCohorts } from '@portal/contract/pointers'
import { syncToken } from '@portal/contract/portal'
import { answerQuestion, askQuestion, flagItem } from '@portal/contract/questions'
import { reportReading } from '@portal/contract/reading'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { endSignIn, listSignIns } from '@portal/contract/sign-ins'
import { startUpload, uploadPart } from '@portal/contract/uploads'
import sharp from 'sharp'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { testApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { noteId, savedNote } from '../notes/notes-fixture.ts'
import { sha256Of, startOf } from '../uploads/upload-fixture.ts'

export const { email } = testPeople.staff
export const uid = uidOf(testPeople.staff)
export const words = 'Ask about the endowment before the vote.'

/** A portal in which Wei Chen, an admin with a Google account, has left something of every kind. */
export async function portalOfLeaver() {
  const folder = temporaryFolder()
  const path = join(folder, 'portal.sqlite')
  let time = Date.parse('2026-11-20T10:00:00Z')
  // Advances with every read, so that audit entries have an order.
  const now = () => new Date((time += 1))
  /** How many writes succeed until the store fails, as it does when the process is killed. */
  let writes = Infinity
  const store = openSqliteStore({ path, now })
  const api = await testApi({ now, ports: { store: failing(store, () => (writes -= 1) >= 0) } })
  const admin = api.call('admin')
  await api.putPaper('budget')
  await api.putText('budget', ['', '', '', 'the annual surplus of 2026'])
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const { id, photoUrl = '' } = await admin(createDirectoryEntry, {
    form: {
      name: 'Wei Chen',
      role: 'Executive Director',
      type: 'staff',
      email,
      photo: new File([new Uint8Array(photo)], 'me.png'),
    },
  })
  await admin(linkAccount, { params: { id }, body: { account: uid }, revision: 1 })
  const term = { body: 'board', office: 'staff', voting: false, from: '2026-01-01' } as const
  await admin(addTerms, { body: { terms: [{ person: id, ...term }] } })
  await admin(addDesignatedAdmin, { body: { email } })

  const signIn = async () => {
    const own = api.call({ ...testPeople.staff, signedInAt: Math.floor(time / 1000) })
    await own(syncToken)
    time += 2000
    return own
  }
  await api.ports.store.create('last_days', uid, { day: '2100-12-31' })
  await signIn()
  const own = await signIn()
  const { signIns } = await own(listSignIns)
  const other = signIns.find(({ isCurrent }) => !isCurrent)!
  await own(endSignIn, { params: { id: other.id } })
  await own(saveNotes, {
    body: {
      documentId: 'budget',
      erasures: 0,
      notes: [savedNote(1, { text: words })],
      removed: [],
    },
  })
  await own(reportReading, {
    body: { papers: [{ documentId: 'budget', version: 1, pages: [{ page: 1, seconds: 20 }] }] },
  })
  const bytes = new Uint8Array(Buffer.from('a draft'))
  const upload = randomUUID()
  await own(startUpload, { params: { id: upload }, body: startOf({ name: 'Draft.txt', bytes }) })
  await own(uploadPart, {
    params: { id: upload, part: 0, sha256: sha256Of(bytes) },
    upload: bytes,
  })
  const params = { year: 2026, quarter: 4 }
  const items = [{ id: 'minutes', title: 'Minutes', type: 'consent' }]
  await admin(setAgendaStatus, {
    params,
    body: { status: 'published', content: { items } },
    revision: 'new',
  })
  const asked = { item: 'minutes', text: words, audience: 'item' } as const
  await own(askQuestion, { params, body: { ...asked, id: randomUUID() } })
  const others = { ...asked, id: randomUUID(), text: 'When is lunch?' }
  await admin(askQuestion, { params, body: others })
  await own(answerQuestion, {
    params: { ...params, id: others.id },
    body: { id: randomUUID(), text: 'At noon.', seenBy: 'question' },
  })
  await own(flagItem, { params, body: { item: 'minutes', flagged: true } })
  await own(reportEditing, { params: { year: 2026, quarter: 4 }, body: { page: 'p1' } })
  await admin(saveCohorts, {
    params: { remote: 'meetings' },
    body: { qa: [email, testPeople.admin.email], team: [] },
    revision: 'new',
  })
  await own(createReleaseToken, { body: { name: 'meetings ci', remote: 'meetings' } })

  return {
    ...api,
    entry: id,
    photo: photoUrl.split('/').at(-1)!,
    note: noteId(1),
    advance: (ms: number) => (time += ms),
    /** Lets the store fail after this many writes. */
    allowWrites: (most: number) => (writes = most),
    /** The collections whose keys or contents contain one of these texts. */
    collectionsWith: (...texts: string[]) => {
      const db = new DatabaseSync(path, { readOnly: true })
      const rows = db.prepare('SELECT collection, id, body FROM documents').all()
      db.close()
      const found = rows.filter(({ id: key, body }) =>
        texts.some((text) => `${String(key)} ${String(body)}`.includes(text)),
      )
      return [...new Set(found.map(({ collection }) => String(collection)))].toSorted()
    },
    async blobsWith(...texts: string[]) {
      const found: string[] = []
      for await (const key of api.ports.blobs.keys('')) {
        if (texts.some((text) => key.includes(text))) found.push(key)
      }
      return found
    },
    async close() {
      await api.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A store whose writes fail from a moment on. */
function failing(store: DocumentStore, mayWrite: () => boolean): DocumentStore {
  const limited = <O extends StoreOperations>(operations: O): O => {
    const write =
      <A extends unknown[], R>(call: (...input: A) => R) =>
      (...input: A): R => {
        if (!mayWrite()) throw new Error('killed')
        return call(...input)
      }
    return {
      ...operations,
      create: write(operations.create),
      update: write(operations.update),
      delete: write(operations.delete),
    }
  }
  return {
    ...limited(store),
    transaction: (work, ...rest) => store.transaction((inside) => work(limited(inside)), ...rest),
  }
}
