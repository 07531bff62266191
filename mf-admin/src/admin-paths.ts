import { isQuarterly, meetingId, meetingPath, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'

/** The paths of the route table, relative to `/`. */
export const adminRoutes = {
  dashboard: 'admin',
  directory: 'admin/directory',
  importPeople: 'admin/directory/import',
  notLinked: 'admin/directory/not-linked',
  /** The board and its committees, one of them, and terms from the roles in the directory. */
  committees: 'admin/committees',
  committee: 'admin/committees/:body',
  termsFromDirectory: 'admin/directory/terms',
  guests: 'admin/guests',
  outbox: 'admin/outbox',
  users: 'admin/users',
  /** A person by their directory entry, and one without an entry by their account. */
  person: 'admin/people/:entry',
  personWithAccount: 'admin/people/accounts/:account',
  leaving: 'admin/people/accounts/:account/leaving',
  releases: 'admin/releases',
  audit: 'admin/audit',
  notesPolicy: 'admin/notes-policy',
  calendar: 'admin/calendar',
  exports: 'admin/export',
  uploads: 'admin/uploads',
  mappings: 'admin/meetings/resource-mappings',
  /** Other addresses of the mappings, which redirect there. */
  oldMappings: 'admin/resource-mappings',
  mappingsOfQuarter: 'admin/meetings/:year/:quarter/resource-mappings',
  agenda: 'admin/meeting-agenda',
  /** Redirects to the agenda, with its query. */
  meetings: 'admin/meetings',
  newMeeting: 'admin/meetings/new',
  /** The meetings of every body. */
  allMeetings: 'admin/meetings/all',
  editMeeting: 'admin/meetings/:year/:quarter/edit',
  previewAgenda: 'admin/meetings/:year/:quarter/agenda',
  /** A meeting that isn't a quarterly one: its agenda, its papers, and a preview. */
  meeting: 'admin/meetings/:meeting',
  papersOfMeeting: 'admin/meetings/:meeting/papers',
  previewMeeting: 'admin/meetings/:meeting/agenda',
  /** Who is written to about a meeting of any kind; letters to print, and what is kept of a formal notice. */
  notices: 'admin/meetings/:meeting/notices',
  noticeLetters: 'admin/meetings/:meeting/notices/print',
  /** Who comes to a meeting. */
  replies: 'admin/meetings/:year/:quarter/replies',
  repliesOfMeeting: 'admin/meetings/:meeting/replies',
  /** What members ask about a meeting. */
  questionsOfMeeting: 'admin/meetings/:meeting/questions',
  questions: 'admin/meetings/:year/:quarter/questions',
} as const

/** The tabs of the mappings, and their names in an address. */
export const mappingsTabs = [
  { value: 'meetings', label: 'Meeting Materials' },
  { value: 'governance', label: 'Governance & Policies' },
  { value: 'communications', label: 'Communications Resources' },
] as const

export type MappingsTab = (typeof mappingsTabs)[number]['value']

/** The addresses of this remote, and of the members' pages that it links to. */
export const adminPaths = {
  dashboard: `/${adminRoutes.dashboard}`,
  directory: `/${adminRoutes.directory}`,
  importPeople: `/${adminRoutes.importPeople}`,
  notLinked: `/${adminRoutes.notLinked}`,
  committees: `/${adminRoutes.committees}`,
  committee: (body: string) => `/${adminRoutes.committee.replace(':body', body)}`,
  termsFromDirectory: `/${adminRoutes.termsFromDirectory}`,
  guests: `/${adminRoutes.guests}`,
  outbox: `/${adminRoutes.outbox}`,
  users: `/${adminRoutes.users}`,
  /** Everything about one person, by the id of their entry. */
  person: (entry: string) =>
    `/${adminRoutes.person.replace(':entry', () => encodeURIComponent(entry))}`,
  personWithAccount: (uid: string) =>
    `/${adminRoutes.personWithAccount.replace(':account', () => encodeURIComponent(uid))}`,
  /** What to do when the owner of this account leaves. */
  leaving: (uid: string) =>
    `/${adminRoutes.leaving.replace(':account', () => encodeURIComponent(uid))}`,
  releases: (remote?: string) => withQuery(adminRoutes.releases, { remote }),
  audit: (subject?: string) => withQuery(adminRoutes.audit, { subject }),
  notesPolicy: `/${adminRoutes.notesPolicy}`,
  calendar: `/${adminRoutes.calendar}`,
  exports: `/${adminRoutes.exports}`,
  uploads: `/${adminRoutes.uploads}`,
  /** `slot` is a mapping's id: its row is marked then. */
  mappings: (of?: MeetingRef, slot?: string) => {
    const path =
      of && !isQuarterly(of)
        ? atMeeting(adminRoutes.papersOfMeeting, of)
        : withQuery(adminRoutes.mappings, inQuery(of))
    return slot === undefined ? path : `${path}#${mappingRowId(slot)}`
  },
  cards: (kind: Exclude<MappingsTab, 'meetings'>) => withQuery(adminRoutes.mappings, { tab: kind }),
  /** The papers to match on a tab, and those of a meeting on the meetings' tab. */
  match: (tab: MappingsTab, of?: MeetingRef) =>
    `${tab === 'meetings' ? adminPaths.mappings(of) : adminPaths.cards(tab)}#${matchPapersId}`,
  agenda: (of?: MeetingRef) =>
    of && !isQuarterly(of)
      ? atMeeting(adminRoutes.meeting, of)
      : withQuery(adminRoutes.agenda, inQuery(of)),
  meetings: (of: Quarter) => withQuery(adminRoutes.meetings, inQuery(of)),
  newMeeting: (of: Quarter, date?: string) =>
    withQuery(adminRoutes.newMeeting, { ...inQuery(of), date }),
  allMeetings: `/${adminRoutes.allMeetings}`,
  editMeeting: (of: Quarter) => inPath(adminRoutes.editMeeting, of),
  previewAgenda: (of: MeetingRef) =>
    isQuarterly(of)
      ? inPath(adminRoutes.previewAgenda, of)
      : atMeeting(adminRoutes.previewMeeting, of),
  notices: (of: MeetingRef) => atMeeting(adminRoutes.notices, of),
  /** Letters to those who get no mail; with the id of a formal notice, its proof. */
  noticeLetters: (of: MeetingRef, notice?: string) =>
    withQuery(atMeeting(adminRoutes.noticeLetters, of).slice(1), { notice }),
  replies: (of: MeetingRef) =>
    isQuarterly(of) ? inPath(adminRoutes.replies, of) : atMeeting(adminRoutes.repliesOfMeeting, of),
  questions: (of: MeetingRef) =>
    isQuarterly(of)
      ? inPath(adminRoutes.questions, of)
      : atMeeting(adminRoutes.questionsOfMeeting, of),
  /** A document in the reading view. */
  paper: (id: string) => `/resources/view/${encodeURIComponent(id)}`,
  paperVersion: (id: string, version: number) =>
    `/resources/view/${encodeURIComponent(id)}?version=${version}`,
  /** The agenda's page for members. */
  membersAgenda: (of: MeetingRef) => `${meetingPath(of)}/agenda`,
  /** One of a meeting's papers for members, at a page. */
  membersPaper: (of: MeetingRef, materialType: string, page?: number) =>
    withQuery(meetingPath(of).slice(1), {
      material: materialType,
      page: page === undefined ? undefined : String(page),
    }),
  /** A meeting's papers for members. */
  membersMeeting: meetingPath,
  membersAllMeetings: '/meetings/all',
  /** A meeting's papers as one book. */
  membersBook: (of: MeetingRef) => `/meetings/book${meetingPath(of).slice('/meetings'.length)}`,
  membersGovernance: '/governance',
  membersCommunications: '/communications',
  membersDirectory: '/directory',
  membersDashboard: '/',
} as const

/** The id of the heading above the papers to match. */
export const matchPapersId = 'match-papers'

/** The id of a slot's row in the table of mappings. */
export function mappingRowId(mappingId: string): string {
  return `slot-${mappingId}`
}

const inQuery = (of: Quarter | undefined) =>
  of && { year: String(of.year), quarter: String(of.quarter) }

function atMeeting(route: string, of: MeetingRef): string {
  return `/${route.replace(':meeting', meetingId(of))}`
}

function inPath(route: string, { year, quarter }: Quarter): string {
  return `/${route.replace(':year', String(year)).replace(':quarter', String(quarter))}`
}

function withQuery(route: string, values: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query.size > 0 ? `/${route}?${query}` : `/${route}`
}
