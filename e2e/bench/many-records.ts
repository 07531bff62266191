import path from 'node:path'
import { saveAgenda } from '@portal/contract/agendas'
import { createUser } from '@portal/contract/users'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { documentsCollection } from '../../api/src/features/documents/stored-document.ts'
import type { RunningPortal } from '../../scripts/portal.ts'
import { adminToken, callWith } from './session.ts'

/** How many of each a large foundation has. */
export const many = { files: 2000, users: 1000, entries: 1000, items: 60 }

/** A quarter without an agenda in the sample. */
export const ownAgenda = { year: 2020, quarter: 2 }

const folders = ['Finance', 'Governance', 'Programs', 'Grants', 'Investments', 'Archive']
const topics = ['Budget', 'Minutes', 'Spend-down', 'Cash flow', 'Policy', 'Report', 'Grant docket']
const first = ['Maria', 'James', 'Hana', 'Wei', 'Tomás', 'Ingrid', 'Anand', 'Nadia', 'Olu', 'Zoë']
const last = ['Lopez', 'Okafor', 'Takeda', 'Chen', 'Rivera', 'Sørensen', 'Krishnan', 'Haddad', 'Ng']

/** Adds files and directory entries to the data of a portal that isn't running. */
export async function addManyDocuments(dataFolder: string): Promise<void> {
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') })
  await store.transaction(async (inside) => {
    for (let n = 0; n < many.files; n += 1) {
      await inside.create(documentsCollection.name, `bench-${n}`, file(n))
    }
    for (let n = 0; n < many.entries; n += 1) {
      await inside.create('directory', `bench-${n}`, entry(n))
    }
  })
  await store.close()
}

export async function addManyUsers({ url }: RunningPortal): Promise<void> {
  const call = callWith(url, await adminToken(url))
  for (let n = 0; n < many.users; n += 1) {
    const body = { email: emailOf(n), displayName: nameOf(n), password: `plum-orchard-${n}-quiet` }
    await call(createUser, { body })
  }
}

/** Creates the agenda of `ownAgenda`. */
export async function addAgenda({ url }: RunningPortal, itemCount: number): Promise<void> {
  const items = Array.from({ length: itemCount }, (_, n) => ({
    title: `${of(topics, n)} ${n + 1}`,
    description: 'What the board decides here, and what it needs to have read.',
    speaker: nameOf(n),
    duration: 10,
  }))
  const body = { title: 'Board meeting', items }
  const call = callWith(url, await adminToken(url))
  await call(saveAgenda, { params: ownAgenda, body, revision: 'new' })
}

function file(n: number) {
  const folder = `Board/${2015 + (n % 12)} Q${1 + (n % 4)}/${of(folders, n)}`
  const name = `${of(topics, n)} ${of(folders, n + 1)} ${n}.pdf`
  const at = new Date(Date.UTC(2015 + (n % 12), n % 12, 1 + (n % 28))).toISOString()
  return {
    title: name,
    name,
    mime_type: 'application/pdf',
    parent_folder: of(folders, n),
    path: folder,
    ...(n % 2 === 1 && { source: 'upload' }),
    modified_time: at,
    created_time: at,
    last_synced: at,
    google_id: `bench-${n}`,
    size: 100_000 + n,
    sha256: n.toString(16).padStart(64, '0'),
  }
}

function entry(n: number) {
  return {
    name: nameOf(n),
    role: n % 3 === 0 ? 'Trustee' : 'Program officer',
    type: n % 3 === 0 ? 'board' : 'staff',
    title: `${of(topics, n)} lead`,
    department: of(folders, n),
    email: emailOf(n),
    phone: `+1 (503) 555-${String(n).padStart(4, '0')}`,
  }
}

function nameOf(n: number): string {
  return `${of(first, n)} ${of(last, Math.floor(n / first.length))} ${n}`
}

function emailOf(n: number): string {
  return `person-${n}@larkspur.example`
}

function of<T>(list: readonly T[], n: number): T {
  return list[n % list.length]!
}
