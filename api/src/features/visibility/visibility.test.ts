import type { ResourceMapping } from '@portal/contract/mappings'
import { openToOf } from '@portal/domain/bodies'
import { anyMember, type ReaderTerm } from '@portal/domain/may-read'
import { expect, it } from 'vitest'
import { createVisibilityService } from './visibility-feature.ts'

const nothing = { ready: Promise.resolve(), version: () => 0 }
const finance: ReaderTerm = { body: 'finance', voting: true, from: '2026-01-01', to: '2026-11-12' }
const report = {
  id: 'meeting-2026-11-12-finance--report',
  documentId: 'report',
  active: true,
  revision: 1,
  updatedAt: '',
} satisfies ResourceMapping
const paper = { id: 'report', source: 'upload', path: 'Uploads' } as const
const invited = {
  id: 'one',
  revision: 1,
  updatedAt: '',
  person: 'sam',
  name: 'Sam Hill',
  meeting: '2026-11-12-finance',
  items: ['report'],
  until: '2026-11-12',
}
const meeting = { meeting: '2026-11-12-finance' }
const slot = { kind: 'meeting', ...meeting, materialType: 'report' } as const

/** People by uid, each linked to an entry of the same id. */
function portal(terms: Record<string, ReaderTerm[]>) {
  let now = new Date('2026-11-12T20:00:00Z')
  let isInPreparation = false
  const visibility = createVisibilityService({
    mappings: {
      ...nothing,
      all: () => [report],
      isClosed: () => false,
      earlierDocuments: () => [],
    },
    documents: { get: () => undefined, hasClosed: () => false, isClosed: () => false },
    closedItems: { ...nothing, all: () => [] },
    agendas: { ...nothing, get: () => undefined, all: () => [] },
    bodies: {
      ...nothing,
      all: () => [],
      openTo: openToOf,
      termsOf: (person) => terms[person] ?? [],
    },
    links: { ...nothing, of: (account) => account, has: () => true, nameOf: () => undefined },
    kinds: { ...nothing, get: () => undefined },
    invitations: { ...nothing, of: () => [], all: () => [invited] },
    quarters: {
      ...nothing,
      isInPreparation: () => isInPreparation,
      publishedAt: () => undefined,
      missing: async () => undefined,
    },
    slotSettings: { ...nothing, isSetAside: () => false },
    folders: { ...nothing, isClosed: () => false },
    timeZone: 'America/Los_Angeles',
    now: () => now,
  })
  return {
    ...visibility,
    of: (uid: string, isAdmin = false) => visibility.readerOf({ uid, isAdmin }),
    prepare: () => void (isInPreparation = true),
    at: (text: string) => void (now = new Date(text)),
  }
}

it('shows a committee’s paper, slot and meeting to anyone with a term in it, and to admins', () => {
  const { of, mayReadPaper, mayReadSlot, mayReadMeeting } = portal({ ada: [finance] })
  const readers = [of('ada'), of('ben'), of('ruth', true), anyMember]
  const expected = [true, false, true, false]
  expect(readers.map((reader) => mayReadPaper(reader, paper))).toEqual(expected)
  expect(readers.map((reader) => mayReadSlot(reader, slot, true))).toEqual(expected)
  expect(readers.map((reader) => mayReadMeeting(reader, meeting))).toEqual(expected)
})

it('shows a committee’s paper to admins only while its meeting is in preparation', () => {
  const { of, mayReadPaper, prepare } = portal({ ada: [finance] })
  prepare()
  expect(mayReadPaper(of('ada'), paper)).toBe(false)
  expect(mayReadPaper(of('ruth', true), paper)).toBe(true)
})

it('ends a right with the last day of the term in the foundation’s zone', () => {
  const { of, mayReadPaper, version, at } = portal({ ada: [finance] })
  at('2026-11-13T07:59:00Z')
  const before = version()
  expect(mayReadPaper(of('ada'), paper)).toBe(true)
  at('2026-11-13T08:00:00Z')
  expect(version()).toBeGreaterThan(before)
  expect(mayReadPaper(of('ada'), paper)).toBe(false)
})

it('is one reader for all who may read the same things', () => {
  const { of } = portal({ ada: [finance], ben: [finance], cai: [{ ...finance, to: '2026-10-01' }] })
  expect(of('ada')).toBe(of('ben'))
  expect(of('cai')).toBe(anyMember)
  expect(of('ada')).not.toBe(of('cai'))
})

it('shows an admin who views as a member of a body what that body’s members see, without a vote', () => {
  const { readerOf, mayReadPaper } = portal({})
  const viewing = { uid: 'ruth', isAdmin: false, viewsAs: 'member' } as const
  const member = readerOf({ ...viewing, viewsAsMemberOf: 'finance' })
  expect(mayReadPaper(member, paper)).toBe(true)
  expect(member.terms?.every(({ voting }) => !voting)).toBe(true)
  expect(member).not.toHaveProperty('person')
  expect(mayReadPaper(readerOf({ ...viewing, viewsAsMemberOf: 'grants' }), paper)).toBe(false)
  expect(mayReadPaper(readerOf(viewing), paper)).toBe(false)
})

it('shows an admin who views as a guest of a meeting what its guests are invited to, until the last day', () => {
  const { readerOf, mayReadPaper, mayReadMeeting, at } = portal({})
  const viewing = { uid: 'ruth', isAdmin: false, viewsAs: 'member' } as const
  const guest = () => readerOf({ ...viewing, viewsAsGuestOf: '2026-11-12-finance' })
  expect([mayReadPaper(guest(), paper), mayReadMeeting(guest(), meeting)]).toEqual([true, true])
  const elsewhere = readerOf({ ...viewing, viewsAsGuestOf: '2026-Q4' })
  expect(mayReadPaper(elsewhere, paper)).toBe(false)
  at('2026-11-13T20:00:00Z')
  expect(mayReadPaper(guest(), paper)).toBe(false)
})
