import { peopleQuery } from '@portal/remote-kit/queries/directory'
import { defineRemote } from '@portal/remote-kit/remote'
import { directoryPaths } from './directory-paths.ts'
import { routes } from './routes.ts'

export default defineRemote({
  name: 'directory',
  navigation: [
    { to: directoryPaths.directory, label: 'Board & Staff Directory', icon: 'users', order: 50 },
  ],
  owns: [directoryPaths.directory],
  routes,
  readAhead: (_path, { portal, queries }) =>
    void queries.prefetchQuery(peopleQuery(portal.call, { uid: portal.person.uid })),
})
