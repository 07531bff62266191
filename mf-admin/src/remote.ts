import { defineRemote } from '@portal/remote-kit/remote'
import { routes } from './routes.ts'

export default defineRemote({
  name: 'admin',
  audience: 'admins',
  navigation: [{ to: '/admin', label: 'Admin', icon: 'shield', order: 60 }],
  owns: ['/admin'],
  routes,
})
