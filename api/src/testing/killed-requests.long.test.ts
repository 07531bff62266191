import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { getRelease } from '@portal/contract/publishing'
import { expect, it } from 'vitest'
import { verifyAudit } from '../platform/audit/verify-audit.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import {
  answeredIn,
  batches,
  build,
  doAndKill,
  params,
  portalIn,
  tasks,
} from './killed-requests-fixture.ts'

/** Number of kills for each task. */
const kills = 20

type Portal = Awaited<ReturnType<typeof portalIn>>

/** What the retry of a task has stored. */
const expectDone: Record<keyof typeof tasks, (portal: Portal) => Promise<void>> = {
  async publishing({ store, call }) {
    const release = { ...params, release: '1.0.0-a' }
    expect((await call('admin')(getRelease, { params: release })).files).toEqual(
      build.manifest.files,
    )
    expect(await auditOf(store)).toMatchObject({ 'release published': 1 })
  },
  async importing({ store, accounts }) {
    const emails = batches.flat().map(({ email }) => email)
    const created = (await accounts.list()).accounts
    expect(created.map(({ email }) => email).toSorted()).toEqual(emails)
    const { documents: entries } = await store.list('directory')
    expect(entries.map(({ email }) => String(email)).toSorted()).toEqual(emails)
    const uidOf = new Map(created.map(({ uid, email }) => [email, uid]))
    for (const { email, account } of entries) expect(account).toBe(uidOf.get(String(email)))
    expect(await auditOf(store)).toEqual({
      'directory entry created': emails.length,
      'user created': emails.length,
      'account linked': emails.length,
    })
  },
}

async function auditOf(store: Portal['store']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { what } of (await store.list('audit')).documents) {
    counts[String(what)] = (counts[String(what)] ?? 0) + 1
  }
  return counts
}

/** The ids of everything that an answer of the import names. */
async function storedIds({ store, accounts }: Portal): Promise<string[]> {
  const { documents } = await store.list('directory')
  const linked = documents.flatMap(({ id, account }) => [id, String(account)])
  const uids = new Set((await accounts.list()).accounts.map(({ uid }) => uid))
  return linked.filter((id) => uids.has(id) || documents.some((entry) => entry.id === id))
}

function emptyFolder(): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  return folder
}

/** The data of a process that was killed after this share of its steps. How many it takes differs a little. */
async function killedAt(task: keyof typeof tasks, steps: number, share: number): Promise<string> {
  const folder = emptyFolder()
  const ended = await doAndKill(task, folder, Math.ceil(steps * share))
  return ended === 'killed' ? folder : killedAt(task, Math.min(steps - 1, ended.steps), share)
}

it.each(['publishing', 'importing'] as const)(
  'keeps what it has answered and completes once when it is sent again, whenever a process is killed: %s',
  async (task) => {
    const whole = await doAndKill(task, emptyFolder())
    if (whole === 'killed') throw new Error('The undisturbed process was killed.')
    for (let kill = 0; kill < kills; kill += 1) {
      const folder = await killedAt(task, whole.steps, 0.3 + (0.6 * kill) / (kills - 1))
      const portal = await portalIn(folder)
      const answered = answeredIn(folder)
      if (task === 'importing' && kill === kills - 1) expect(answered).not.toEqual([])
      expect(await storedIds(portal)).toEqual(expect.arrayContaining(answered))
      await tasks[task](portal.call('admin'), () => undefined)
      await expectDone[task](portal)
      await verifyAudit(portal.store)
      await portal.close()
    }
  },
  600_000,
)
