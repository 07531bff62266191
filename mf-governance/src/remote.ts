import { slotOf } from '@portal/domain/ids'
import { foldersQuery } from '@portal/remote-kit/queries/documents'
import { latestMappingsQuery, quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { defineRemote } from '@portal/remote-kit/remote'
import { shownAtFirst } from './documents/shown-at-first.ts'
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
  readAhead: (path, { portal, queries }) => {
    const { call } = portal
    const slot = slotOf(path.slice(path.lastIndexOf('/') + 1))
    if (path === governancePaths.documents) {
      void queries.prefetchQuery(foldersQuery(call, shownAtFirst))
    } else if (slot?.kind === 'meeting') {
      void queries.prefetchQuery(quarterMappingsQuery(call, slot))
    } else void queries.prefetchQuery(latestMappingsQuery(call))
  },
  slots: {
    quickActions: {
      slot: 'dashboard',
      order: 20,
      load: () => import('./quick-actions/quick-actions.tsx'),
    },
  },
})
