import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getExport, getExportFile, startExport } from '@portal/contract/portal-exports'
import { pathOf } from '@portal/domain/path-of'
import { writeManifest } from '../../api/commands/backup/manifest.ts'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal } from '../support/production-portal.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Clears a terminal, and deletes the line above. */
const escapes = '\u001b[2J\u001b[1A'

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
let folder: string
test.beforeAll(async ({ productionPortal }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'hostile-archive-'))
  portal = await productionPortal()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of an operator on a data folder. */
function run(name: 'backup' | 'restore', dataFolder: string, archive: string) {
  const args = [path.join(root, `api/commands/${name}.ts`), archive]
  const env = { ...process.env, DATA_FOLDER: dataFolder }
  return new Promise<{ code: number | null; printed: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_, out, err) =>
      resolve({ code: child.exitCode, printed: out + err }),
    )
  })
}

/** Restores the archive into a new folder, and expects a refusal that stores nothing. */
async function refused(archive: string): Promise<string> {
  const dataFolder = path.join(mkdtempSync(path.join(folder, 'restored-')), 'data')
  const { code, printed } = await run('restore', dataFolder, archive)
  expect(code).toBe(1)
  expect(printed).not.toContain('\u001b')
  const database = path.join(dataFolder, 'portal.sqlite')
  if (!existsSync(database)) return printed
  const stored = new DatabaseSync(database, { readOnly: true })
  expect(stored.prepare('SELECT count(*) AS count FROM documents').get()).toEqual({ count: 0 })
  stored.close()
  return printed
}

test(
  'a backup with a trigger is refused, and its name can’t reach the terminal',
  { tag: '@long' },
  async () => {
    const backup = path.join(folder, 'backup')
    expect(await run('backup', portal.dataFolder, backup)).toMatchObject({ code: 0 })
    const database = new DatabaseSync(path.join(backup, 'portal.sqlite'))
    database.exec(`CREATE TRIGGER "${escapes}keep" AFTER UPDATE ON documents BEGIN SELECT 1; END`)
    database.close()
    await writeManifest(backup, new Date())
    expect(await refused(backup)).toContain('keep')
  },
)

test(
  'an export in which an admin was replaced is refused before anything is stored',
  { tag: '@long' },
  async () => {
    const token = portal.tokenOf(admin)
    const call = callWith(portal.url, token)
    const { id } = await call(startExport)
    const params = { id }
    await expect.poll(async () => (await call(getExport, { params })).status).toBe('completed')
    const file = await fetch(`${portal.url}${pathOf(getExportFile.path, params)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const archive = path.join(folder, 'export.zip')
    // Files in an export aren't compressed.
    const bytes = Buffer.from(await file.bytes()).toString('latin1')
    expect(bytes).toContain(admin.email)
    const edited = bytes.replaceAll(admin.email, `${escapes}x`.padEnd(admin.email.length, 'y'))
    writeFileSync(archive, edited, 'latin1')
    await refused(archive)
    writeFileSync(archive, bytes, 'latin1')
    const dataFolder = path.join(folder, 'whole')
    const { printed } = await run('restore', dataFolder, archive)
    expect(printed).toContain(`Admins, as the archive has them: 1.\n  ${admin.email}\n`)
  },
)
