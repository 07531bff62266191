import type { RouteObject } from '@portal/remote-kit/router'
import { meetingsRoutes } from './meetings-paths.ts'

/** Paths relative to `/`. A quarter's static children take precedence over its material types. */
export const routes: RouteObject[] = [
  {
    path: meetingsRoutes.calendar,
    handle: { heading: 'Board Calendar' },
    lazy: () => import('./calendar/calendar-screen.tsx'),
  },
  {
    path: meetingsRoutes.yourCalendar,
    handle: { heading: 'Your calendar' },
    lazy: () => import('./your-calendar/your-calendar-screen.tsx'),
  },
  {
    path: meetingsRoutes.meetings,
    handle: { heading: 'Meeting Materials' },
    lazy: () => import('./materials/materials-screen.tsx'),
  },
  {
    path: meetingsRoutes.quarter,
    handle: { heading: 'Meeting Materials' },
    lazy: () => import('./materials/materials-screen.tsx'),
  },
  {
    path: meetingsRoutes.agenda,
    lazy: () => import('./agenda/agenda-screen.tsx'),
  },
  {
    path: meetingsRoutes.nowToday,
    lazy: () => import('./meeting-mode/meeting-screen.tsx'),
  },
  {
    path: meetingsRoutes.now,
    lazy: () => import('./meeting-mode/meeting-screen.tsx'),
  },
  {
    path: meetingsRoutes.budget,
    lazy: () => import('./quarter-pages/budget-narrative-screen.tsx'),
  },
  {
    path: meetingsRoutes.objectives,
    lazy: () => import('./quarter-pages/objectives-screen.tsx'),
  },
  {
    path: meetingsRoutes.boardBook,
    lazy: () => import('./board-book/board-book-screen.tsx'),
  },
  {
    path: meetingsRoutes.missionVisionValues,
    lazy: () => import('./quarter-pages/static-page-screen.tsx'),
  },
  {
    path: meetingsRoutes.staticPage,
    lazy: () => import('./quarter-pages/static-page-screen.tsx'),
  },
  {
    path: meetingsRoutes.myNotes,
    handle: { heading: 'My notes' },
    lazy: () => import('./my-notes/my-notes-screen.tsx'),
  },
  {
    path: meetingsRoutes.all,
    handle: { heading: 'All meetings' },
    lazy: () => import('./all-meetings/all-meetings-screen.tsx'),
  },
  {
    path: meetingsRoutes.meeting,
    lazy: () => import('./materials/other-meeting-screen.tsx'),
  },
  {
    path: meetingsRoutes.agendaOfMeeting,
    lazy: () => import('./agenda/agenda-screen.tsx'),
  },
  {
    path: meetingsRoutes.nowOfMeeting,
    lazy: () => import('./meeting-mode/meeting-screen.tsx'),
  },
  {
    path: meetingsRoutes.bookOfMeeting,
    lazy: () => import('./board-book/board-book-screen.tsx'),
  },
  { path: meetingsRoutes.legacy, lazy: () => import('./materials/legacy-redirect.tsx') },
]
