import type { Quarter } from '@portal/contract/quarter'

/** Every page of a member's, as the accessibility journeys and the snapshots go through them. */
export function memberRoutes({ year, quarter }: Quarter): string[] {
  return [
    '/',
    '/calendar',
    `/meetings/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/agenda`,
    `/meetings/${year}/q/${quarter}/cash-flow-summary`,
    '/governance',
    '/communications',
    '/directory',
    '/resources/governance/docs',
    '/no/such/page',
  ]
}

/** Every page of an admin's that shows something without being told which. */
export const adminRoutes = [
  '/admin',
  '/admin/directory',
  '/admin/users',
  '/admin/releases',
  '/admin/audit',
  '/admin/meeting-agenda',
  '/admin/meetings/resource-mappings',
]
