import type { Quarter } from '@portal/domain/quarter'

/** Every member page, for the accessibility journeys and the snapshots. */
export function memberRoutes({ year, quarter }: Quarter): string[] {
  return [
    '/',
    '/calendar',
    '/calendar/yours',
    `/meetings/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/agenda`,
    `/meetings/now/${year}/q/${quarter}`,
    `/meetings/book/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/cash-flow-summary`,
    '/meetings/all',
    '/governance',
    '/communications',
    '/directory',
    '/directory/maria-lopez',
    '/account',
    '/search?q=reserve',
    '/my-notes',
    '/resources/governance/docs',
    '/no/such/page',
  ]
}

/** Every admin page that needs no further parameters. */
export const adminRoutes = [
  '/admin',
  '/admin/directory',
  '/admin/directory/import',
  '/admin/directory/terms',
  '/admin/committees',
  '/admin/committees/board',
  '/admin/outbox',
  '/admin/users',
  '/admin/releases',
  '/admin/audit',
  '/admin/notes-policy',
  '/admin/export',
  '/admin/uploads',
  '/admin/meetings/all',
  '/admin/meeting-agenda',
  '/admin/meetings/resource-mappings',
]
