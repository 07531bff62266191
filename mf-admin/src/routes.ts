import type { RouteObject } from '@portal/remote-kit/router'
import { adminRoutes } from './admin-paths.ts'

const screens: RouteObject[] = [
  {
    path: adminRoutes.dashboard,
    handle: { heading: 'Admin' },
    lazy: () => import('./dashboard/admin-dashboard-screen.tsx'),
  },
  {
    path: adminRoutes.directory,
    handle: { heading: 'Directory' },
    lazy: () => import('./directory/directory-admin-screen.tsx'),
  },
  {
    path: adminRoutes.importPeople,
    handle: { heading: 'Import a list' },
    lazy: () => import('./directory/import/import-people-screen.tsx'),
  },
  {
    path: adminRoutes.notLinked,
    handle: { heading: 'Not linked' },
    lazy: () => import('./directory/not-linked/not-linked-screen.tsx'),
  },
  {
    path: adminRoutes.committees,
    handle: { heading: 'People & Committees' },
    lazy: () => import('./bodies/committees-screen.tsx'),
  },
  { path: adminRoutes.committee, lazy: () => import('./bodies/body-screen.tsx') },
  {
    path: adminRoutes.termsFromDirectory,
    handle: { heading: 'Start from the directory' },
    lazy: () => import('./bodies/start-screen.tsx'),
  },
  {
    path: adminRoutes.guests,
    handle: { heading: 'Guests & Assistants' },
    lazy: () => import('./guests/guests-screen.tsx'),
  },
  {
    path: adminRoutes.outbox,
    handle: { heading: 'Outbox' },
    lazy: () => import('./mail/outbox-screen.tsx'),
  },
  {
    path: adminRoutes.users,
    handle: { heading: 'User Management' },
    lazy: () => import('./users/users-screen.tsx'),
  },
  { path: adminRoutes.person, lazy: () => import('./people/person-screen.tsx') },
  { path: adminRoutes.personWithAccount, lazy: () => import('./people/person-screen.tsx') },
  { path: adminRoutes.leaving, lazy: () => import('./people/leaving-screen.tsx') },
  {
    path: adminRoutes.releases,
    handle: { heading: 'Releases' },
    lazy: () => import('./releases/releases-screen.tsx'),
  },
  {
    path: adminRoutes.audit,
    handle: { heading: 'Audit' },
    lazy: () => import('./audit/audit-screen.tsx'),
  },
  {
    path: adminRoutes.notesPolicy,
    handle: { heading: 'Notes Policy' },
    lazy: () => import('./notes/notes-policy-screen.tsx'),
  },
  {
    path: adminRoutes.calendar,
    handle: { heading: 'Calendar' },
    lazy: () => import('./calendar/calendar-problems-screen.tsx'),
  },
  {
    path: adminRoutes.exports,
    handle: { heading: 'Export' },
    lazy: () => import('./exports/exports-screen.tsx'),
  },
  {
    path: adminRoutes.uploads,
    handle: { heading: 'Uploads' },
    lazy: () => import('./mappings/uploaded/uploads-screen.tsx'),
  },
  {
    path: adminRoutes.mappings,
    handle: { heading: 'Resource Mappings' },
    lazy: () => import('./mappings/resource-mappings-screen.tsx'),
  },
  { path: adminRoutes.oldMappings, lazy: () => import('./mappings/mappings-redirect.tsx') },
  { path: adminRoutes.mappingsOfQuarter, lazy: () => import('./mappings/mappings-redirect.tsx') },
  {
    path: adminRoutes.agenda,
    lazy: () => import('./agendas/meeting-agenda/meeting-agenda-screen.tsx'),
  },
  { path: adminRoutes.meetings, lazy: () => import('./agendas/meetings-redirect.tsx') },
  {
    path: adminRoutes.newMeeting,
    lazy: () => import('./agendas/meeting-form/new-meeting-screen.tsx'),
  },
  {
    path: adminRoutes.allMeetings,
    handle: { heading: 'Meetings' },
    lazy: () => import('./meetings/meetings-screen.tsx'),
  },
  { path: adminRoutes.meeting, lazy: () => import('./agendas/meeting/meeting-screen.tsx') },
  {
    path: adminRoutes.papersOfMeeting,
    lazy: () => import('./mappings/meeting-papers-screen.tsx'),
  },
  {
    path: adminRoutes.repliesOfMeeting,
    handle: { heading: 'Replies' },
    lazy: () => import('./replies/replies-screen.tsx'),
  },
  {
    path: adminRoutes.replies,
    handle: { heading: 'Replies' },
    lazy: () => import('./replies/replies-screen.tsx'),
  },
  {
    path: adminRoutes.previewMeeting,
    lazy: () => import('./agendas/preview/agenda-preview-screen.tsx'),
  },
  { path: adminRoutes.notices, lazy: () => import('./notices/notices-screen.tsx') },
  { path: adminRoutes.noticeLetters, lazy: () => import('./notices/letters-screen.tsx') },
  {
    path: adminRoutes.questionsOfMeeting,
    handle: { heading: 'Questions' },
    lazy: () => import('./questions/questions-screen.tsx'),
  },
  {
    path: adminRoutes.questions,
    handle: { heading: 'Questions' },
    lazy: () => import('./questions/questions-screen.tsx'),
  },
  {
    path: adminRoutes.editMeeting,
    lazy: () => import('./agendas/meeting-form/edit-meeting-screen.tsx'),
  },
  {
    path: adminRoutes.previewAgenda,
    lazy: () => import('./agendas/preview/agenda-preview-screen.tsx'),
  },
]

/** Papers can be dropped on any screen of the admin area. */
export const routes: RouteObject[] = [
  { lazy: () => import('./uploads/upload-frame.tsx'), children: screens },
]
