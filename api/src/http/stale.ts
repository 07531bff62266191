import { currentVisit } from './visit.ts'

/** ISO time: the answer shows what was true then; its source can't be asked at the moment. */
const staleHeader = 'x-stale-since'

/** To be called by whoever answers from memory while its source is in trouble. The oldest note wins. */
export function noteStale(since: Date): void {
  const visit = currentVisit()
  if (!visit) return
  if (!visit.staleSince || since < visit.staleSince) visit.staleSince = since
}

/** Marks a good answer; what failed shows nothing that could be old. */
export function markStale(response: Response, since: Date): void {
  if (response.status < 400) response.headers.set(staleHeader, since.toISOString())
}
