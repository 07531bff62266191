import { expect, it } from 'vitest'
import { adminPaths, adminRoutes } from './admin-paths.ts'

const q4 = { year: 2026, quarter: 4 }

it.each([
  [adminPaths.dashboard, '/admin', adminRoutes.dashboard],
  [adminPaths.releases(), '/admin/releases', adminRoutes.releases],
  [adminPaths.releases('board-news'), '/admin/releases?remote=board-news', adminRoutes.releases],
  [adminPaths.audit('meetings'), '/admin/audit?subject=meetings', adminRoutes.audit],
  [adminPaths.calendar, '/admin/calendar', adminRoutes.calendar],
  [adminPaths.importPeople, '/admin/directory/import', adminRoutes.importPeople],
  [adminPaths.notLinked, '/admin/directory/not-linked', adminRoutes.notLinked],
  [adminPaths.committee('finance'), '/admin/committees/finance', adminRoutes.committee],
  [adminPaths.termsFromDirectory, '/admin/directory/terms', adminRoutes.termsFromDirectory],
  [adminPaths.person('a b'), '/admin/people/a%20b', adminRoutes.person],
  [adminPaths.personWithAccount('u1'), '/admin/people/accounts/u1', adminRoutes.personWithAccount],
  [adminPaths.leaving('u1'), '/admin/people/accounts/u1/leaving', adminRoutes.leaving],
  [adminPaths.exports, '/admin/export', adminRoutes.exports],
  [adminPaths.notesPolicy, '/admin/notes-policy', adminRoutes.notesPolicy],
  [adminPaths.mappings(), '/admin/meetings/resource-mappings', adminRoutes.mappings],
  [
    adminPaths.mappings(q4, 'meeting-2026-q4-agenda'),
    '/admin/meetings/resource-mappings?year=2026&quarter=4#slot-meeting-2026-q4-agenda',
    adminRoutes.mappings,
  ],
  [
    adminPaths.cards('governance'),
    '/admin/meetings/resource-mappings?tab=governance',
    adminRoutes.mappings,
  ],
  [adminPaths.agenda(q4), '/admin/meeting-agenda?year=2026&quarter=4', adminRoutes.agenda],
  [adminPaths.notices(q4), '/admin/meetings/2026-Q4/notices', adminRoutes.notices],
  [
    adminPaths.noticeLetters(q4, 'a'),
    '/admin/meetings/2026-Q4/notices/print?notice=a',
    adminRoutes.noticeLetters,
  ],
  [adminPaths.editMeeting(q4), '/admin/meetings/2026/4/edit', adminRoutes.editMeeting],
  [adminPaths.previewAgenda(q4), '/admin/meetings/2026/4/agenda', adminRoutes.previewAgenda],
])('finds %s in the route table', (path, expected, route) => {
  expect(path).toBe(expected)
  const { pathname } = new URL(path, 'https://portal')
  expect(pathname).toMatch(new RegExp(`^/${route.replaceAll(/:\w+/g, '[^/]+')}$`))
})
