import { defineRemote } from '@portal/remote-kit/remote'
import { routes } from './routes.ts'
import { upcomingQuery } from './overview/upcoming-queries.ts'

/** What this remote contributes; the build reads it, so that the portal knows it before any of its code runs. */
export default defineRemote({
  name: 'example',
  navigation: [
    {
      to: '/example',
      label: 'Example',
      icon: 'megaphone',
      order: 70,
    },
  ],
  owns: ['/example'],
  routes,
  readAhead: (_path, { portal, queries }) => void queries.prefetchQuery(upcomingQuery(portal.call)),
})
