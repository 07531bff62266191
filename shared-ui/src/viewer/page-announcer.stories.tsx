import { PageAnnouncer } from './page-announcer.tsx'

/** For screen readers alone: nothing is to be seen. */
export function Announced() {
  return <PageAnnouncer page={3} pages={12} />
}
