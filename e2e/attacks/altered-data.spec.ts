import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { listDocuments } from '@portal/contract/documents'
import { triggerSync } from '@portal/contract/sync'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal } from '../support/production-portal.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = 'The bylaws, as the board passed them.'

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({}, { 'Bylaws.txt': Buffer.from(text) })
})
test.afterAll(() => portal.stop())

test(
  'a paper that was changed on the server’s disk is never served as the paper',
  { tag: '@long' },
  async () => {
    const token = portal.tokenOf(admin)
    const call = callWith(portal.url, token)
    await call(triggerSync)
    const papers = () => call(listDocuments)
    await expect.poll(async () => (await papers()).length).toBe(1)
    const content = `${portal.url}/api/documents/${(await papers())[0]!.id}/content?download=1`
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(content, { headers })).text()).toBe(text)

    const stored = globSync('**/*', { cwd: portal.dataFolder, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}drive`))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file, 'utf8') === text)
    expect(stored).toHaveLength(1)
    writeFileSync(stored[0]!, text.replace('the board', 'nobody'))
    // The connection is broken before the end, so no client takes what it got for the paper.
    const ask = async () => (await fetch(content, { headers })).text()
    await expect(ask()).rejects.toThrow('terminated')
  },
)

test(
  'somebody who can write to the database can’t hide a change that an admin made',
  { tag: '@long' },
  async () => {
    const body = { email: 'wei.chen@larkspur.example' }
    await callWith(portal.url, portal.tokenOf(admin))(addDesignatedAdmin, { body })
    const verify = () =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const args = [path.join(root, 'api/commands/audit-verify.ts'), 'verify']
        const env = { ...process.env, DATA_FOLDER: portal.dataFolder }
        const child = execFile(process.execPath, args, { env }, (_, out, err) =>
          resolve({ code: child.exitCode ?? -1, output: out + err }),
        )
      })
    expect(await verify()).toMatchObject({ code: 0 })
    const database = new DatabaseSync(path.join(portal.dataFolder, 'portal.sqlite'))
    database.exec(
      "UPDATE documents SET body = json_set(body, '$.subject', 'nobody') WHERE collection = 'audit'",
    )
    database.close()
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining('has been changed'),
    })
  },
)
