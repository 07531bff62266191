import { randomSentence, seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'
import { createHeavyWork } from '../../api/src/platform/background/heavy-work.ts'
import { createPlacedNotesService } from '../../api/src/features/notes/placed-notes-service.ts'
import { notedPages, notesOn } from './many-notes.ts'

/**
 * Listing 1,500 notes on a paper of 300 pages in its next version, in which a third of the pages have another sentence
 * and one page is new: at first, with the start of a worker, and again.
 */
const perPage = 500
const pages = notedPages(300)
const chance = seededChance(5)
const sentence = () => randomSentence(chance)
const next = pages.map((page, at) =>
  at % 3 === 0 ? page.replace(/\n.*\n/, `\n${sentence()}\n`) : page,
)
next.splice(100, 0, Array.from({ length: 16 }, sentence).join('\n'))
const texts = [pages, next].map((text) => new TextEncoder().encode(JSON.stringify(text)))
const notes = pages
  .flatMap((text, at) => notesOn(text, at + 1))
  .map((note) => ({
    ...note,
    uid: 'ada',
    documentId: 'paper',
    changedAt: note.createdAt,
    paper: 'Paper.pdf',
    born: '',
    revision: 1,
  }))

const heavyWork = createHeavyWork()
const service = createPlacedNotesService({
  documents: {
    version: async (_, name, number = 2) => ({
      number,
      name,
      sha256: String(number).repeat(64),
      mimeType: 'application/pdf',
      condition: 'ready',
      pages: 300,
      text: 'made',
    }),
    textBytes: async (_, __, number = 2) => texts[number - 1]!,
  },
  pictures: { draw: async () => undefined },
  heavyWork,
})
const ada = {
  uid: 'ada',
  email: 'ada.park@larkspur.example',
  isAdmin: false,
  canManageUsers: false,
  editsAgendas: false,
}
for (const round of ['first', 'again', 'again']) {
  const began = performance.now()
  const { user, system } = process.cpuUsage()
  let placed = 0
  for (let from = 0; from < notes.length; from += perPage) {
    const page = notes.slice(from, from + perPage)
    const result = await service.place(ada, page, { documentId: 'paper', version: 2 })
    placed += result.filter(({ place }) => place).length
  }
  const time = performance.now() - began
  const cpu = process.cpuUsage({ user, system })
  const spent = ((cpu.user + cpu.system) / 1000).toFixed(0)
  console.log(
    `${round}: ${placed} of ${notes.length} notes placed in ${time.toFixed(0)} ms, ${spent} ms of CPU`,
  )
}
await heavyWork.stop()
