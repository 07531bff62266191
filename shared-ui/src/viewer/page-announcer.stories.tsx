import { PageAnnouncer } from './pdf-controls.tsx'

/** For screen readers only: nothing is visible. */
export function Announced() {
  return <PageAnnouncer page={3} pages={12} />
}
