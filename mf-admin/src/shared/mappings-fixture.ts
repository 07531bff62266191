import type { testApi } from '@portal/api/testing'
import { type MappingChange, saveMapping } from '@portal/contract/mappings'
import { triggerSync } from '@portal/contract/sync'
import { type Fault, faultyApi } from './api-fault-fixture.ts'

type Drive = Awaited<ReturnType<typeof testApi>>['ports']['drive']
type DriveFile = Parameters<Drive['download']>[0]

export const quarter = { year: 2026, quarter: 3 }
export const screenPath = '/admin/meetings/resource-mappings?year=2026&quarter=3'

export function driveFile(name: string, path = 'Board papers/2026 Q3'): DriveFile {
  const changed = '2026-08-14T09:00:00.000Z'
  return {
    id: `file-${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
    name,
    mimeType: 'text/plain',
    path,
    parentFolder: path.split('/').at(-1) ?? '',
    createdTime: changed,
    modifiedTime: changed,
    checksum: name,
    size: name.length,
  }
}

/** A drive whose files a test can change, and whose listing it can delay. */
export function fixtureDrive(...names: string[]) {
  const files = names.map((name) => driveFile(name))
  let known: string[] = []
  let open: Promise<void> = Promise.resolve()
  const drive: Drive & { files: DriveFile[]; listings: number; hold: () => () => void } = {
    files,
    listings: 0,
    hold: () => {
      const gate = Promise.withResolvers<void>()
      open = gate.promise
      return gate.resolve
    },
    async *changes() {
      drive.listings += 1
      await open
      const there = files.map((file) => ({ id: file.id, file }))
      const gone = known.filter((id) => there.every((mapping) => mapping.id !== id))
      known = there.map(({ id }) => id)
      yield { changes: [...there, ...gone.map((id) => ({ id }))], cursor: String(files.length) }
    },
    async download(file) {
      return (async function* () {
        yield new TextEncoder().encode(file.name)
      })()
    },
  }
  return drive
}

/** The real API in memory over a drive of two papers that are synced already. */
export async function mappingsApi(
  drive = fixtureDrive('Cash flow Q3.txt', 'Asset summary.txt'),
  fault: Fault = {},
) {
  const api = await faultyApi(fault, { ports: { drive } })
  const admin = api.call('admin')
  await admin(triggerSync)
  await api.features.sync.idle()
  return {
    ...api,
    /** As another admin, or the same one in another tab, would. */
    save: (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
      admin(saveMapping, { params: { id }, body, revision }),
  }
}
