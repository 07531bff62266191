import type { RouteObject } from '@portal/remote-kit/router'
import { adminRoutes } from './admin-paths.ts'

const screens: RouteObject[] = [
  { path: adminRoutes.dashboard, lazy: () => import('./dashboard/admin-dashboard-screen.tsx') },
  { path: adminRoutes.directory, lazy: () => import('./directory/directory-admin-screen.tsx') },
  { path: adminRoutes.users, lazy: () => import('./users/users-screen.tsx') },
  { path: adminRoutes.releases, lazy: () => import('./releases/releases-screen.tsx') },
  { path: adminRoutes.audit, lazy: () => import('./audit/audit-screen.tsx') },
  { path: adminRoutes.mappings, lazy: () => import('./mappings/resource-mappings-screen.tsx') },
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
