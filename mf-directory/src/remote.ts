import { defineRemote } from '@portal/remote-kit/remote'
import { routes } from './routes.ts'

export default defineRemote({
  name: 'directory',
  navigation: [{ to: '/directory', label: 'Board & Staff Directory', icon: 'users', order: 50 }],
  owns: ['/directory'],
  routes,
})
