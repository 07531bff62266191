import type { RouteObject } from '@portal/remote-kit/router'

export const routes: RouteObject[] = [
  { path: 'admin', lazy: () => import('./dashboard/admin-dashboard-screen.tsx') },
  { path: 'admin/directory', lazy: () => import('./directory/directory-admin-screen.tsx') },
  { path: 'admin/users', lazy: () => import('./users/users-screen.tsx') },
  { path: 'admin/releases', lazy: () => import('./releases/releases-screen.tsx') },
  { path: 'admin/audit', lazy: () => import('./audit/audit-screen.tsx') },
  { path: 'admin/resource-mappings', lazy: () => import('./mappings/mappings-redirect.tsx') },
  {
    path: 'admin/meetings/resource-mappings',
    lazy: () => import('./mappings/resource-mappings-screen.tsx'),
  },
  {
    path: 'admin/meeting-agenda',
    lazy: () => import('./agendas/meeting-agenda/meeting-agenda-screen.tsx'),
  },
  { path: 'admin/meetings', lazy: () => import('./agendas/meetings-redirect.tsx') },
  {
    path: 'admin/meetings/new',
    lazy: () => import('./agendas/meeting-form/new-meeting-screen.tsx'),
  },
  {
    path: 'admin/meetings/:year/:quarter/edit',
    lazy: () => import('./agendas/meeting-form/edit-meeting-screen.tsx'),
  },
  {
    path: 'admin/meetings/:year/:quarter/agenda',
    lazy: () => import('./agendas/preview/agenda-preview-screen.tsx'),
  },
  {
    path: 'admin/meetings/:year/:quarter/resource-mappings',
    lazy: () => import('./mappings/mappings-redirect.tsx'),
  },
]
