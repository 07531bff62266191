import type { RouteObject } from '@portal/remote-kit/router'
import { governanceRoutes } from './governance-paths.ts'

/** Paths relative to `/`. */
export const routes: RouteObject[] = [
  {
    path: governanceRoutes.governance,
    handle: { heading: 'Governance & Policies' },
    lazy: () => import('./governance/governance-screen.tsx'),
  },
  { path: governanceRoutes.policy, lazy: () => import('./policy/policy-screen.tsx') },
  {
    path: governanceRoutes.communications,
    handle: { heading: 'Communications Resources' },
    lazy: () => import('./communications/communications-screen.tsx'),
  },
  { path: governanceRoutes.resource, lazy: () => import('./resource/resource-screen.tsx') },
  {
    path: governanceRoutes.documents,
    handle: { heading: 'Documents' },
    lazy: () => import('./documents/documents-screen.tsx'),
  },
  {
    path: governanceRoutes.namedResource,
    lazy: () => import('./resource/named-resource-screen.tsx'),
  },
]
