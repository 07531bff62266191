import { texts } from '@portal/remote-kit/texts'

/** The words of this page. Another language is another entry: `de: { … }`. */
export const text = texts({
  en: {
    signedInAs: 'Signed in as {email}',
    failed: 'Failed to fetch upcoming events',
    nothing: 'No upcoming events',
  },
})
