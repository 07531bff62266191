import type { RouteObject } from '@portal/remote-kit/router'

export const routes: RouteObject[] = [
  { path: 'admin', lazy: () => import('./dashboard/admin-dashboard-screen.tsx') },
  { path: 'admin/directory', lazy: () => import('./directory/directory-admin-screen.tsx') },
  { path: 'admin/users', lazy: () => import('./users/users-screen.tsx') },
  { path: 'admin/releases', lazy: () => import('./releases/releases-screen.tsx') },
  { path: 'admin/audit', lazy: () => import('./audit/audit-screen.tsx') },
  { path: 'admin/resource-mappings', lazy: () => import('./mappings-redirect.tsx') },
  {
    path: 'admin/meetings/resource-mappings',
    lazy: () => import('./resource-mappings/resource-mappings-screen.tsx'),
  },
  {
    path: 'admin/meeting-agenda',
    lazy: () => import('./meeting-agenda/meeting-agenda-screen.tsx'),
  },
  { path: 'admin/meetings', lazy: () => import('./meetings-redirect.tsx') },
  { path: 'admin/meetings/new', lazy: () => import('./meeting-form/new-meeting-screen.tsx') },
  {
    path: 'admin/meetings/:year/:quarter/edit',
    lazy: () => import('./meeting-form/edit-meeting-screen.tsx'),
  },
  {
    path: 'admin/meetings/:year/:quarter/agenda',
    lazy: () => import('./agenda-preview/agenda-preview-screen.tsx'),
  },
  {
    path: 'admin/meetings/:year/:quarter/resource-mappings',
    lazy: () => import('./mappings-redirect.tsx'),
  },
]
