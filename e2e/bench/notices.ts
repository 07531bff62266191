import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTerms } from '@portal/contract/bodies'
import { startNotices } from '@portal/contract/notices'
import { materialTypes } from '@portal/domain/slot-names'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { account, meeting, noticesWorld } from '../../api/src/features/notices/notices-fixture.ts'

/** The digests of 300 people after 12 papers were published, on a database in a file. */
const people = Array.from({ length: 300 }, (_, index) => `person-${index}`)
/** All but the agenda, and the one that the meeting has in a closed session. */
const slots = Object.keys(materialTypes).filter((slot) => !/^(agenda|asset-summary)$/.test(slot))
if (slots.length !== 12) throw new Error(`There are ${slots.length} slots.`)

for (const round of ['first', 'second', 'third']) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-notices-'))
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  const { api, admin, at, until, map, prepare } = await noticesWorld({ ports: { store } })
  for (const id of people) {
    const { email } = account(id)
    const entry = { name: id, role: 'Trustee', type: 'board', account: id, email }
    await store.create('directory', id, entry)
    const known = { uid: id, email, displayName: id, emailVerified: false }
    api.accounts.put({ ...known, providers: ['password'], validAfter: 0 })
  }
  const term = { body: 'board', office: 'member', voting: true, from: '2025-01-01' } as const
  for (let from = 0; from < people.length; from += 50) {
    const terms = people.slice(from, from + 50).map((person) => ({ ...term, person }))
    await admin(addTerms, { body: { terms } })
  }
  await admin(startNotices, { params: { meeting } })
  await until('2026-11-24T08:00')
  at('2026-11-24T10:00')
  for (const slot of slots) {
    await api.putPaper(`paper-${slot}`, { name: `${slot}.pdf` })
    await map(slot, `paper-${slot}`)
  }
  await prepare()
  at('2026-11-25T08:00')
  const began = performance.now()
  const cpu = process.cpuUsage()
  await prepare()
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  const { documents } = await store.list('mails', { where: { kind: 'digest' } })
  const to = documents.filter(({ at: queued }) => String(queued).startsWith('2026-11-25'))
  const whole = to.filter(({ content }) => JSON.stringify(content).split('A new paper').length > 12)
  console.log(
    `${round}: ${whole.length} digests of 12 papers in ${(took / 1000).toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of CPU time`,
  )
  await api.close()
  rmSync(folder, { recursive: true })
}
