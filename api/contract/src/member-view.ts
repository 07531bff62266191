import * as z from 'zod/mini'

/**
 * How an admin views the portal as a member: what members see now, or with the drafts, which are marked. Either way
 * with a member's rights, and without any change.
 */
export const memberView = z.enum(['member', 'member-drafts'])
export type MemberView = z.infer<typeof memberView>

/** Requests a member view for one request; the API ignores it from anyone but an admin. */
export const memberViewHeader = 'x-portal-view'

/** The same for a page, which a browser requests without headers of its own. */
export const memberViewParameter = 'as'

/** The view that a value requests. An unknown value, from a newer page, gets no drafts. */
export function memberViewIn(value: string | undefined): MemberView | undefined {
  if (value === undefined || value === '') return undefined
  return memberView.safeParse(value).data ?? 'member'
}
