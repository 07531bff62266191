import * as z from 'zod/mini'

/**
 * How an admin views the portal as a member: what members see now, or with the drafts, which are marked. Either way
 * with a member's rights, and without any change.
 */
export const memberView = z.enum(['member', 'member-drafts'])
export type MemberView = z.infer<typeof memberView>

/** Whose view it is, if not any member's: that of somebody with a term in a body, or of a guest of a meeting. By their ids. */
export type ViewedAs = {
  viewsAs?: MemberView | undefined
  viewsAsMemberOf?: string | undefined
  viewsAsGuestOf?: string | undefined
}

/** Requests a member view for one request; the API ignores it from anyone but an admin. */
export const memberViewHeader = 'x-portal-view'

/** The same for a page, which a browser requests without headers of its own. */
export const memberViewParameter = 'as'

/**
 * The view that a value requests, such as `member`, `member-drafts.in.finance` or `member.at.2026-11-12-finance`. An
 * unknown value, from a newer page, gets no drafts.
 */
export function memberViewIn(
  value: string | undefined,
): (ViewedAs & { viewsAs: MemberView }) | undefined {
  if (value === undefined || value === '') return undefined
  const [, view, of, id] = /^(member(?:-drafts)?)(?:\.(in|at)\.([\w-]{1,100}))?$/.exec(value) ?? []
  const viewsAs = memberView.safeParse(view).data ?? 'member'
  if (of === 'in') return { viewsAs, viewsAsMemberOf: id }
  return of === 'at' ? { viewsAs, viewsAsGuestOf: id } : { viewsAs }
}

/** The value that requests a view; undefined for none. */
export function memberViewText(view: ViewedAs | undefined): string | undefined {
  const { viewsAs, viewsAsMemberOf: body, viewsAsGuestOf: meeting } = view ?? {}
  if (body !== undefined) return `${viewsAs}.in.${body}`
  return meeting === undefined ? viewsAs : `${viewsAs}.at.${meeting}`
}
