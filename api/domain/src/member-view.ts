/** Begins the titles of drafts in the portal as a member will see it. */
export const draftMark = 'Draft:'

export function draftTitle(title: string): string {
  return `${draftMark} ${title}`
}

export const memberViewSentences = {
  readOnly:
    'You are viewing the portal as a member, so nothing can be changed. Please go back to admin first.',
  personal: 'Your own data isn’t shown while you view the portal as a member.',
} as const
