/** Keys in the meeting, in lower case. N, P, J and K are those of the open paper. */
export const meetingKeys = { previous: 'u', next: 'i', now: 'a' } as const
