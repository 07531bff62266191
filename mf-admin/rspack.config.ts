import { remotePreset } from '@portal/remote-kit/rspack'

// Fifteen screens of forms and tables, an editor with dragging, the items’ papers and versions, uploads, the versions of papers and the comparison of releases, for a few admins; members never load them.
export default remotePreset({
  name: 'admin',
  dir: import.meta.dirname,
  budget: 672_000,
  // The bodies with the import of people, which needs them too.
  apart: ['bodies', 'guests', 'mail', 'replies', 'releases/limits', 'releases/settings'],
})
