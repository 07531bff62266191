import type { RouteObject } from '@portal/remote-kit/router'

export const routes: RouteObject[] = [
  { path: 'directory', lazy: () => import('./directory/directory-screen.tsx') },
]
