import { pathOf } from '@portal/domain/path-of'
import { meetingPath, type MeetingRef } from '@portal/domain/meeting-ref'
import type { OpenedVersion } from '@portal/remote-kit/paper-versions'

/** The paths of the route table, relative to `/`. */
export const governanceRoutes = {
  governance: 'governance',
  policy: 'governance/:policyType',
  communications: 'communications',
  /** Without an id, the page shows that there is none. */
  resource: 'resources/view/:resourceId?',
  documents: 'resources/governance/docs',
  /** Single names that no other remote owns. */
  namedResource: ':resourceId',
} as const

/** Every address of this remote, and those of others that it links to. */
export const governancePaths = {
  boardMaterials: '/meetings',
  quarter: meetingPath,
  quarterAgenda: (of: MeetingRef) => `${meetingPath(of)}/agenda`,
  governance: `/${governanceRoutes.governance}`,
  communications: `/${governanceRoutes.communications}`,
  documents: `/${governanceRoutes.documents}`,
  resources: '/resources/view',
  /** For admins: where the cards get their content. */
  map: (tab: 'governance' | 'communications') => `/admin/meetings/resource-mappings?tab=${tab}`,
  /** With a page, the document opens at it; with versions, one of them, or compared with another. */
  resource: (id: string, opened: OpenedVersion & { page?: number | undefined } = {}) =>
    pathOf('/resources/view/{id}', { id }, opened),
} as const
