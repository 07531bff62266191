import { defineRemote } from '@portal/remote-kit/remote'
import { routes } from './routes.ts'

/** Policies, communications resources and single documents, and the dashboard's quick actions. */
export default defineRemote({
  name: 'governance',
  owns: ['/governance', '/communications', '/resources', '/:resourceId'],
  navigation: [
    { to: '/governance', label: 'Governance & Policies', icon: 'landmark', order: 30 },
    { to: '/communications', label: 'Communications Resources', icon: 'megaphone', order: 40 },
  ],
  routes,
  slots: {
    quickActions: {
      slot: 'dashboard',
      order: 20,
      load: () => import('./quick-actions/quick-actions.tsx'),
    },
  },
})
