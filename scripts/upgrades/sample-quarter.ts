import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { saveAgenda, setAgendaStatus } from '../../api/contract/src/agendas.ts'
import type { Call } from '../../shell/remote-kit/src/client.ts'
import { createDirectoryEntry } from '../../api/contract/src/directory.ts'
import { listDocuments } from '../../api/contract/src/documents.ts'
import { saveMapping } from '../../api/contract/src/mappings.ts'
import { getSyncStatus, triggerSync } from '../../api/contract/src/sync.ts'
import { samplePdf } from '../../api/src/features/sync/sync-fixtures.ts'

const year = 2026
const quarter = 4

/** Puts three papers into a portal's drive folder. */
export async function putPapers(dataFolder: string): Promise<void> {
  const drive = path.join(dataFolder, 'drive')
  mkdirSync(drive, { recursive: true })
  const papers = {
    'Consent Agenda.pdf': await samplePdf({ pages: 2, text: 'Consent agenda' }),
    'Budget vs Actual.pdf': await samplePdf({ pages: 3, text: 'Budget' }),
    'Minutes.txt': Buffer.from('Minutes of the third quarter\n'),
  }
  const time = new Date('2026-11-01T09:00:00Z')
  for (const [name, bytes] of Object.entries(papers)) {
    writeFileSync(path.join(drive, name), bytes)
    utimesSync(path.join(drive, name), time, time)
  }
}

/** Does what staff do in a quarter, over the API: an older release understands it as well. */
export async function prepareQuarter(call: Call): Promise<void> {
  await call(triggerSync, {})
  await until(async () => (await call(getSyncStatus, {})).status === 'completed')
  const documents = await call(listDocuments, {})
  const idOf = (name: string) => documents.find((document) => document.name === name)!.id
  const slots = {
    'meeting-2026-q4-consent-agenda': { documentId: idOf('Consent Agenda.pdf') },
    'meeting-2026-q4-budget-vs-actual': {
      documentId: idOf('Budget vs Actual.pdf'),
      title: 'Budget against actual',
    },
    'governance-bylaws': { documentId: idOf('Minutes.txt') },
    'meeting-2026-q4-airtable-data': { embedUrl: 'https://airtable.com/embed/x' },
  }
  for (const [id, body] of Object.entries(slots)) {
    await call(saveMapping, { params: { id }, body, revision: 'new' })
  }
  const params = { year, quarter }
  const agenda = await call(saveAgenda, {
    params,
    body: {
      title: 'Q4 2026 Board Meeting',
      date: '2026-12-10',
      time: '09:00',
      items: [
        { title: 'Welcome and quorum', duration: 10 },
        { title: 'Budget', duration: 45, speaker: 'Samuel Osei', description: 'Nine months' },
      ],
    },
    revision: 'new',
  })
  await call(setAgendaStatus, { params, body: { status: 'published' }, revision: agenda.revision })
  for (const [name, type] of [
    ['Maria Lopez', 'board'],
    ['Wei Chen', 'staff'],
  ] as const) {
    await call(createDirectoryEntry, { form: { name, role: 'Director', type } })
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 100))
}
