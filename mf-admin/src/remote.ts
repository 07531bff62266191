import { defineRemote } from '@portal/remote-kit/remote'
import { adminPaths } from './admin-paths.ts'
import { membersPage } from './quarters/members-page.ts'
import { routes } from './routes.ts'

export default defineRemote({
  name: 'admin',
  audience: 'admins',
  navigation: [{ to: adminPaths.dashboard, label: 'Admin', icon: 'shield', order: 60 }],
  owns: [adminPaths.dashboard],
  routes,
  membersPage,
})
