import type { RouteObject } from '@portal/remote-kit/router'
import { routePaths } from './example-paths.ts'

export const routes: RouteObject[] = [
  {
    path: routePaths.overview,
    handle: { heading: 'Example' },
    lazy: () => import('./overview/overview-screen.tsx'),
  },
]
