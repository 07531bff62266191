import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { defineRemote } from '@portal/remote-kit/remote'
import { governancePaths, governanceRoutes } from './governance-paths.ts'
import { routes } from './routes.ts'

/** Policies, communications resources and single documents, and the dashboard's quick actions. */
export default defineRemote({
  name: 'governance',
  owns: [
    governancePaths.governance,
    governancePaths.communications,
    '/resources',
    `/${governanceRoutes.namedResource}`,
  ],
  navigation: [
    { to: governancePaths.governance, label: 'Governance & Policies', icon: 'landmark', order: 30 },
    {
      to: governancePaths.communications,
      label: 'Communications Resources',
      icon: 'megaphone',
      order: 40,
    },
  ],
  routes,
  reading: [{ below: governancePaths.resources }],
  readAhead: (path, { portal, queries }) =>
    void (path === governancePaths.documents
      ? queries.prefetchQuery(documentsQuery(portal.call))
      : queries.prefetchQuery(mappingsQuery(portal.call))),
  slots: {
    quickActions: {
      slot: 'dashboard',
      order: 20,
      load: () => import('./quick-actions/quick-actions.tsx'),
    },
  },
})
