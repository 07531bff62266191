import { isQuarterly, meetingPath, type MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import type { OpenedVersion } from '@portal/remote-kit/paper-versions'
import type { Slot } from '@portal/domain/slot-names'

/** The paths of the route table, relative to `/`. */
export const meetingsRoutes = {
  calendar: 'calendar',
  yourCalendar: 'calendar/yours',
  /** The current quarter. */
  meetings: 'meetings',
  quarter: 'meetings/:year/q/:quarter',
  agenda: 'meetings/:year/q/:quarter/agenda',
  /** The meeting while it takes place. Apart from the others, so that the menu is never painted there. */
  now: 'meetings/now/:year/q/:quarter',
  /** The same in today's quarter. */
  nowToday: 'meetings/now',
  /** Apart from the others for the same reason. */
  boardBook: 'meetings/book/:year/q/:quarter',
  /** The list of meetings of every body. */
  all: 'meetings/all',
  /** Every meeting that isn't a quarterly one. Other words after `meetings/` take precedence over its id. */
  meeting: 'meetings/:meeting',
  agendaOfMeeting: 'meetings/:meeting/agenda',
  nowOfMeeting: 'meetings/now/:meeting',
  bookOfMeeting: 'meetings/book/:meeting',
  budget: 'meetings/:year/q/:quarter/budget/:type',
  objectives: 'meetings/:year/q/:quarter/objectives',
  missionVisionValues: 'meetings/mission-vision-values',
  staticPage: 'meetings/:year/q/:quarter/:materialType',
  /** Addresses of the previous portal. */
  legacy: 'meetings/:year/:quarter/*',
  myNotes: 'my-notes',
} as const

const nowPath = '/meetings/now'
const bookPath = '/meetings/book'

/** What of a paper is opened: a page, from 1, and a version. */
type OpenedPaper = OpenedVersion & { page?: number | undefined }

/** Which board book of a quarter is opened: by default all of the newest one. */
type OpenedBook = {
  /** Only what changed since the reader's copy. */
  changes?: boolean | undefined
  /** With the reader's notes. */
  notes?: boolean | undefined
  /** An earlier one. */
  number?: number | undefined
  /** From 1. */
  page?: number | undefined
}

/** `/meetings/now/2026/q/4`, or `/meetings/now/2026-11-12-finance`. */
function below(path: string, of: MeetingRef): string {
  return `${path}${meetingPath(of).slice('/meetings'.length)}`
}

function adminPath(of: MeetingRef): string {
  return `/admin/meetings/${isQuarterly(of) ? `${of.year}/${of.quarter}` : of.meeting}`
}

/** Every address of this remote, and those of others that it links to. */
export const meetingsPaths = {
  dashboard: '/',
  calendar: `/${meetingsRoutes.calendar}`,
  yourCalendar: `/${meetingsRoutes.yourCalendar}`,
  meetings: `/${meetingsRoutes.meetings}`,
  meeting: meetingPath,
  all: `/${meetingsRoutes.all}`,
  material: (of: MeetingRef, type: string, { page, version, since }: OpenedPaper = {}) =>
    [
      `${meetingPath(of)}?material=${type}`,
      ...(page === undefined ? [] : [`page=${page}`]),
      ...(version === undefined ? [] : [`version=${version}`]),
      ...(since === undefined ? [] : [`since=${since}`]),
    ].join('&'),
  agenda: (of: MeetingRef) => `${meetingPath(of)}/agenda`,
  now: (of: MeetingRef) => below(nowPath, of),
  nowPath,
  boardBook: (of: MeetingRef, { changes, notes, number, page }: OpenedBook = {}) => {
    const query = [
      ...(changes ? ['changes=true'] : []),
      ...(notes ? ['notes=true'] : []),
      ...(number === undefined ? [] : [`number=${number}`]),
      ...(page === undefined ? [] : [`page=${page}`]),
    ].join('&')
    return `${below(bookPath, of)}${query && `?${query}`}`
  },
  bookPath,
  editAgenda: (of: MeetingRef) => `${adminPath(of)}/edit`,
  /** For admins: an agenda as members will see it, including drafts. */
  previewAgenda: (of: MeetingRef) => `${adminPath(of)}/agenda`,
  newAgenda: '/admin/meetings/new',
  /** For admins: where a meeting gets its papers. */
  mapPapers: (of: MeetingRef) =>
    isQuarterly(of)
      ? `/admin/meetings/resource-mappings?year=${of.year}&quarter=${of.quarter}`
      : `${adminPath(of)}/papers`,
  myNotes: `/${meetingsRoutes.myNotes}`,
  /** A paper by its id, opened at a page; by default the version that the portal shows. */
  paper: (id: string, { page, version }: { page: number; version?: number }) =>
    [
      `/resources/view/${encodeURIComponent(id)}?page=${page}`,
      ...(version === undefined ? [] : [`version=${version}`]),
    ].join('&'),
  /** The page of a slot's content. */
  resource: (slot: Slot) => `/resources/view/${mappingId(slot)}`,
} as const
