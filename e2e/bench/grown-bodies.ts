import { bodiesCollection, termsCollection } from '../../api/src/features/bodies/stored-bodies.ts'
import { meetingsCollection } from '../../api/src/features/agendas/stored-agenda.ts'
import { documentsCollection } from '../../api/src/features/documents/stored-document.ts'
import { textKey } from '../../api/src/features/documents/synced-documents-service.ts'
import { quartersCollection } from '../../api/src/features/quarters/quarter-states-service.ts'
import type { BlobStore } from '../../api/src/platform/files/blob-store.ts'
import type { DocumentStore } from '../../api/src/platform/store/document-store.ts'
import { presetRules } from '@portal/domain/rule-profiles'
import { dayAfter } from '@portal/domain/days'
import { createAll, type Entry, hashOf, paperOf, peopleOf, textOf } from './grown-portal.ts'

/** What every portal with committees has: the people, and of each committee its meetings, each with its papers. */
export const bodiesSize = { people: 300, meetings: 100, papers: 5 }

const pagesEach = 2
/** Where `mappingsCollection` stores the papers of such meetings. */
const listedPapers = 'meeting_papers'
const bodyId = (n: number) => `committee-${letterOf(n)}`
const letterOf = (n: number) => String.fromCodePoint(97 + n)

/** The committee of the member who is measured, its newest meeting, and the first paper of that. */
export const ownBody = bodyId(0)
export const ownMeeting = meetingOf(0, 0)
export const ownPaper = `${ownMeeting}-p1`

/**
 * Adds committees, each with 100 meetings of five papers, and people with terms. The account's person has a term in the
 * first committee only, so every further one is what they can't see.
 */
export async function growBodies(
  store: DocumentStore,
  blobs: BlobStore,
  { bodies, account }: { bodies: number; account: string },
): Promise<void> {
  const people = peopleOf(bodiesSize.people).map(([collection, id, body], n): Entry => [
    collection,
    `member-${id}`,
    { ...body, email: `member-${n}@larkspur.example`, ...(n === 0 ? { account } : {}) },
  ])
  const all: Entry[] = [...people]
  for (let n = 0; n < bodies; n += 1) {
    const name = `Committee ${letterOf(n).toUpperCase()}`
    const rules = presetRules('smallBoard')
    all.push([bodiesCollection.name, bodyId(n), { name, state: 'active', rules }])
    all.push(...termsOf(n))
    for (let at = 0; at < bodiesSize.meetings; at += 1) {
      all.push(...(await meetingAt(blobs, n, at)))
    }
  }
  await createAll(store, all)
}

/** Fifteen people of each committee; the first person is in the first one only. */
function termsOf(body: number): Entry[] {
  const each = Math.floor(bodiesSize.people / 20)
  return Array.from({ length: each }, (_, n): Entry => {
    const person = `member-person-${body * each + n}`
    const held = { body: bodyId(body), office: 'member', voting: true, from: '2020-01-01' }
    return [termsCollection.name, `${body}-${n}`, { person, name: person, ...held }]
  })
}

/** The newest first, a week apart. */
function meetingOf(body: number, at: number): string {
  return `${dayAfter('2026-11-12', -7 * at)}-${bodyId(body)}`
}

async function meetingAt(blobs: BlobStore, body: number, at: number): Promise<Entry[]> {
  const id = meetingOf(body, at)
  const keys = Array.from({ length: bodiesSize.papers }, (_, n) => `p${n + 1}`)
  const items = keys.map((key, n) => {
    const papers = [{ materialType: key }]
    return { id: `item-${n}`, title: `Item ${n + 1}`, duration: 10, papers }
  })
  const entries: Entry[] = [
    [
      meetingsCollection.name,
      id,
      {
        key: `key-${id}`,
        body: bodyId(body),
        kind: 'committee',
        title: `Meeting ${at + 1}`,
        date: id.slice(0, 10),
        time: '10:00',
        status: 'published',
        items,
      },
    ],
    [quartersCollection.name, id, { inPreparation: false }],
  ]
  for (const [n, key] of keys.entries()) {
    const documentId = `${id}-${key}`
    const number = 100_000 + (body * bodiesSize.meetings + at) * bodiesSize.papers + n
    const folder = { path: 'Committees', parent_folder: 'Committees' }
    const paper = paperOf(number, { ...folder, id: documentId, version: 1, pages: pagesEach })
    entries.push([documentsCollection.name, documentId, paper])
    const mapping = { active: true, documentId, mimeType: 'application/pdf', title: `Paper ${n}` }
    entries.push([listedPapers, `meeting-${id}--${key}`, mapping])
    const text = JSON.stringify(
      Array.from({ length: pagesEach }, (_, page) => textOf(number, page)),
    )
    await blobs.put(textKey(hashOf(number, 1)), Buffer.from(text))
  }
  return entries
}
