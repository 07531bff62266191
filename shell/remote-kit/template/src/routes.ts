import type { RouteObject } from '@portal/remote-kit/router'

export const routes: RouteObject[] = [
  { path: 'example', lazy: () => import('./overview/overview-screen.tsx') },
]
