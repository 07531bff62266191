/** The open dialog about a pointer. */
export type OpenMove =
  | { kind: 'promote'; release: string }
  | { kind: 'rollback'; channel: 'stable' | 'candidate' }
  | { kind: 'deny'; release: string }
  | { kind: 'approve'; release: string }
  | { kind: 'stop' | 'resume' }
