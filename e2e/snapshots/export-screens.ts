import { listExports, type PortalExport } from '@portal/contract/portal-exports'
import type { Page } from '@playwright/test'
import { inTurn, over, type Screen } from './screens.ts'

const one = {
  startedBy: 'ruth.abelman@larkspur.example',
  progress: { done: 160, total: 160 },
}
const exports: PortalExport[] = [
  {
    ...one,
    id: '00000000-0000-4000-8000-000000000003',
    status: 'running',
    startedAt: '2026-11-20T18:00:00.000Z',
    progress: { done: 40, total: 160 },
  },
  {
    ...one,
    id: '00000000-0000-4000-8000-000000000002',
    status: 'completed',
    startedAt: '2026-11-19T18:00:00.000Z',
    completedAt: '2026-11-19T18:00:20.000Z',
    expiresAt: '2026-11-26T18:00:20.000Z',
    size: 612_400_000,
    damaged: 2,
  },
  {
    ...one,
    id: '00000000-0000-4000-8000-000000000001',
    status: 'failed',
    startedAt: '2026-11-18T18:00:00.000Z',
    message:
      'The server’s storage is full. Nothing of the portal was lost. Free some space and start the export again.',
  },
]

/** An export in each of its states: a real one would be finished before the picture is taken. */
async function inEveryState(page: Page): Promise<void> {
  await page.route(`**${listExports.path}`, (route) => route.fulfill({ json: exports }))
  await page.reload()
  await page.getByRole('progressbar', { name: '40 of 160 files' }).waitFor()
}

export const exportStates: Screen[] = [
  { name: 'admin-export-states', path: '/admin/export', act: inEveryState },
  {
    name: 'admin-export-delete',
    path: '/admin/export',
    act: inTurn(inEveryState, over(/^Delete the export/)),
    window: true,
  },
]
