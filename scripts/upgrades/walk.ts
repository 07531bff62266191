import { createHash } from 'node:crypto'
import type { listTerms } from '../../api/contract/src/bodies.ts'
import type { Reply } from '../../api/contract/src/endpoint.ts'
import { getAgenda, listAgendas } from '../../api/contract/src/agendas.ts'
import { listAudit } from '../../api/contract/src/audit.ts'
import { listDirectory } from '../../api/contract/src/directory.ts'
import { getDocument, listDocuments } from '../../api/contract/src/documents.ts'
import { listMappings } from '../../api/contract/src/mappings.ts'
import { getPortal } from '../../api/contract/src/portal.ts'
import { walkCommittee } from './sample-committee.ts'
import type { StartedApi } from './start-api.ts'

/** What members and admins find in a portal, without what differs by time and release. */
export type Walk = Record<string, unknown>

/** Reads everything through the API; each reply is parsed by today's contract. */
export async function walk(api: StartedApi): Promise<Walk> {
  const [member, admin] = [api.call('member'), api.call('admin')]
  const { person } = await member(getPortal, {})
  const documents = await member(listDocuments, {})
  const papers = await Promise.all(
    documents.map(async ({ id }) => {
      const { name, mime_type, size, pages, condition } = await member(getDocument, {
        params: { id },
      })
      const content = await api.read('member', `/api/documents/${encodeURIComponent(id)}/content`)
      const sha256 = createHash('sha256')
        .update(await content.bytes())
        .digest('hex')
      return { id, name, mime_type, size, pages, condition, status: content.status, sha256 }
    }),
  )
  const mappings = Object.values(await member(listMappings, {})).map(
    ({ id, title, documentId, embedUrl, active, mode, document, revision }) => {
      return { id, title, documentId, embedUrl, active, mode, document: document?.name, revision }
    },
  )
  const { title, date, time, items, revision, status } = await member(getAgenda, {
    params: { year: 2026, quarter: 4 },
  })
  const agendas = (await admin(listAgendas, {})).map(
    (agenda) => `${agenda.year} Q${agenda.quarter}`,
  )
  const directory = (await member(listDirectory, {})).map(({ id, name, role, type }) => {
    return { id, name, role, type }
  })
  const audit = await admin(listAudit, {})
  const committee = await committeeIn(api)
  return JSON.parse(
    JSON.stringify({
      person: person.email,
      papers: papers.toSorted((a, b) => a.name.localeCompare(b.name)),
      mappings: mappings.toSorted((a, b) => a.id.localeCompare(b.id)),
      agenda: { title, date, time, items, revision, status },
      agendas,
      directory: directory.toSorted((a, b) => a.name.localeCompare(b.name)),
      ...(committee ? { committee } : {}),
      audit: audit.entries.map(({ what, subject, by }) => `${what} ${subject} by ${by}`).toSorted(),
    }),
  ) as Walk
}

/** What `prepareCommittee` has added; undefined in data from before, or with a release that doesn't know it. */
async function committeeIn(api: StartedApi): Promise<object | undefined> {
  const reply = await api.read('admin', '/api/admin/bodies')
  if (!reply.ok) return undefined
  const { bodies } = (await reply.json()) as Reply<typeof listTerms>
  if (!bodies.some(({ id }) => id === 'grants')) return undefined
  return walkCommittee(api.call('admin'), api.call('member'))
}
