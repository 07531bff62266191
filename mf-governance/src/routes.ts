import type { RouteObject } from '@portal/remote-kit/router'

/** Paths relative to `/`. */
export const routes: RouteObject[] = [
  { path: 'governance', lazy: () => import('./governance/governance-screen.tsx') },
  { path: 'governance/:policyType', lazy: () => import('./policy/policy-screen.tsx') },
  { path: 'communications', lazy: () => import('./communications/communications-screen.tsx') },
  { path: 'resources/view/:resourceId', lazy: () => import('./resource/resource-screen.tsx') },
  { path: 'resources/governance/docs', lazy: () => import('./documents/documents-screen.tsx') },
  { path: ':resourceId', lazy: () => import('./resource/named-resource-screen.tsx') },
]
