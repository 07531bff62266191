import { defineRemote } from '@portal/remote-kit/remote'
import { paths } from './example-paths.ts'
import { upcomingQuery } from './overview/upcoming-queries.ts'
import { routes } from './routes.ts'

/**
 * What this remote contributes. The build reads it, so the portal knows it before any of its code
 * runs.
 */
export default defineRemote({
  name: 'example',
  navigation: [
    {
      to: paths.overview,
      label: 'Example',
      icon: 'megaphone',
      order: 70,
    },
  ],
  owns: ['/example'],
  routes,
  readAhead: (_path, { portal, queries }) => void queries.prefetchQuery(upcomingQuery(portal.call)),
})
