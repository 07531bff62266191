/** The meeting's shortcut keys, in lower case. N, P, J and K belong to the open paper. */
export const meetingKeys = { previous: 'u', next: 'i', now: 'a' } as const
