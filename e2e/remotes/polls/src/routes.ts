import type { RouteObject } from '@portal/remote-kit/router'
import { pollsRoutes } from './polls-paths.ts'

/** One foreign root shows both addresses, and stays while the reader moves between them. */
export const routes: RouteObject[] = [
  {
    path: pollsRoutes.polls,
    lazy: () => import('./polls/polls-screen.tsx'),
    children: [
      { index: true, handle: { heading: 'Polls' } },
      { path: pollsRoutes.results, handle: { heading: 'Results' } },
    ],
  },
]
