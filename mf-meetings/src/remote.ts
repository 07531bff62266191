import { defineRemote } from '@portal/remote-kit/remote'
import { readAhead } from './read-ahead.ts'
import { routes } from './routes.ts'

/** The board's meetings: the calendar, the quarter's papers, and the dashboard's next meeting. */
export default defineRemote({
  name: 'meetings',
  owns: ['/calendar', '/meetings'],
  navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar-days', order: 20 }],
  routes,
  readAhead,
  slots: {
    upcomingMeeting: {
      slot: 'dashboard',
      order: 10,
      load: () => import('./upcoming-meeting/upcoming-meeting-card.tsx'),
    },
  },
})
