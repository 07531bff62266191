import { remotePreset } from '@portal/remote-kit/rspack'

// The screens of every body's meetings, the calendar and a member's notes; the dashboard loads only the container.
export default remotePreset({
  name: 'meetings',
  dir: import.meta.dirname,
  totalBudget: 400_000,
  // Replies are also on the dashboard, after its first page.
  apart: ['all-meetings', 'shared/replies', 'shared/questions', 'your-calendar'],
})
