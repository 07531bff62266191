import { setTimeout as after } from 'node:timers/promises'
import { makeBoardBook } from '@portal/contract/board-books'
import { listDocuments } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { getChanges } from '@portal/contract/paper-versions'
import { deleteExport, getExport, listExports, startExport } from '@portal/contract/portal-exports'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { mappingId } from '@portal/domain/ids'
import { type MaterialType, materialTypes } from '@portal/domain/slot-names'
import type { Call } from '@portal/remote-kit/client'

export const quarter = { year: 2026, quarter: 4 }
export const slots = Object.keys(materialTypes).filter(
  (slot) => slot !== 'agenda',
) as MaterialType[]

/** How often each job was done. */
export const jobCounts = new Map<string, number>()
export const failedJobs: { kind: string; ms: number; failure: string }[] = []

type Work = { asAdmin: () => Call; ids: readonly string[]; change: () => Promise<void> }

/** Repeats each kind of job until the time is over, and waits for those in progress. */
export async function workUntil(until: number, { asAdmin, ids, change }: Work): Promise<void> {
  const repeat = async (name: string, job: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const began = performance.now()
      try {
        await job(turn)
        jobCounts.set(name, (jobCounts.get(name) ?? 0) + 1)
      } catch (error) {
        const ms = performance.now() - began
        failedJobs.push({ kind: name, ms, failure: String(error) })
      }
    }
  }
  await Promise.all([
    repeat('syncs with a board book', async () => {
      await change()
      await synced(asAdmin())
      await bookMade(asAdmin())
    }),
    repeat('exports', () => exported(asAdmin())),
    repeat('comparisons', async (turn) => {
      await compared(asAdmin(), ids[turn % ids.length]!)
      await after(100)
    }),
  ])
}

export async function synced(call: Call): Promise<void> {
  await call(triggerSync)
  do await after(200)
  while ((await call(getSyncStatus)).status === 'running')
}

async function bookMade(call: Call): Promise<void> {
  for (;;) {
    const { state } = await call(makeBoardBook, { params: quarter, body: {} })
    if (state === 'failed') throw new Error('The board book was not made.')
    if (state === 'ready') return
    await after(200)
  }
}

async function exported(call: Call): Promise<void> {
  for (const { id, status } of await call(listExports)) {
    if (status !== 'running') await call(deleteExport, { params: { id } })
  }
  const { id } = await call(startExport)
  do await after(300)
  while ((await call(getExport, { params: { id } })).status === 'running')
}

/** Repeats the request, as the page does, until the text of a new version has been read. */
async function compared(call: Call, id: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await call(getChanges, { params: { id }, query: {} })
      return
    } catch (error) {
      const isEarly = String(error).includes('is still being read')
      if (!isEarly || tries > 100) throw error
      await after(500)
    }
  }
}

/** Waits until the texts and pictures of new versions are made, so that they aren't counted as calm. */
export async function heavyWorkEnded(url: string, metricsToken: string): Promise<void> {
  let idle = 0
  while (idle < 3) {
    await after(500)
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    idle = /^portal_heavy_work_(?:running|waiting)\{[^}]*\} [1-9]/m.test(text) ? 0 : idle + 1
  }
}

export async function mapAll(call: Call): Promise<string[]> {
  const documents = await call(listDocuments)
  for (const slot of slots) {
    const documentId = documents.find(({ name }) => name === `${slot}.pdf`)!.id
    const id = mappingId({ kind: 'meeting', ...quarter, materialType: slot })
    await call(saveMapping, { params: { id }, body: { documentId, active: true }, revision: 'new' })
  }
  return documents.map(({ id }) => id)
}
