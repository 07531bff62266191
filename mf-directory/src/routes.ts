import type { RouteObject } from '@portal/remote-kit/router'
import { directoryRoutes } from './directory-paths.ts'

export const routes: RouteObject[] = [
  {
    path: directoryRoutes.directory,
    handle: { heading: 'Board & Staff Directory' },
    lazy: () => import('./directory/directory-screen.tsx'),
  },
  { path: directoryRoutes.person, lazy: () => import('./directory/person-screen.tsx') },
]
