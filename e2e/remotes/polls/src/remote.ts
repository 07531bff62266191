import { defineRemote } from '@portal/remote-kit/remote'
import { pollsPaths } from './polls-paths.ts'
import { routes } from './routes.ts'

export default defineRemote({
  name: 'polls',
  navigation: [{ to: pollsPaths.polls, label: 'Polls', icon: 'megaphone', order: 60 }],
  owns: [pollsPaths.polls],
  routes,
})
