import type { RouteObject } from '@portal/remote-kit/router'

/** Paths relative to `/`. The static children of a quarter win over its material types. */
export const routes: RouteObject[] = [
  { path: 'calendar', lazy: () => import('./calendar/calendar-screen.tsx') },
  { path: 'meetings', lazy: () => import('./materials/materials-screen.tsx') },
  {
    path: 'meetings/:year/q/:quarter',
    lazy: () => import('./materials/materials-screen.tsx'),
  },
  {
    path: 'meetings/:year/q/:quarter/agenda',
    lazy: () => import('./agenda/agenda-screen.tsx'),
  },
  {
    path: 'meetings/:year/q/:quarter/budget/:type',
    lazy: () => import('./quarter-pages/budget-narrative-screen.tsx'),
  },
  {
    path: 'meetings/:year/q/:quarter/objectives',
    lazy: () => import('./quarter-pages/objectives-screen.tsx'),
  },
  {
    path: 'meetings/mission-vision-values',
    lazy: () => import('./quarter-pages/static-page-screen.tsx'),
  },
  {
    path: 'meetings/:year/q/:quarter/:materialType',
    lazy: () => import('./quarter-pages/static-page-screen.tsx'),
  },
  { path: 'meetings/:year/:quarter/*', lazy: () => import('./materials/legacy-redirect.tsx') },
]
