import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { searchEverything } from '@portal/contract/search-everything'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedSample } from '../../../sample/seed.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { createPdfTextReader } from '../sync/pdf-text.ts'
import { searchQuestions } from './search-questions.ts'

export const questionsDay = new Date('2026-11-20T20:00:00Z')

/** Asks the questions about the papers that `prepare` writes to a folder, among all kinds of results. */
export function questionsSuite(prepare: (dataFolder: string) => Promise<void>): void {
  let api: TestApi
  let dataFolder: string
  const names = new Set<string>()

  beforeAll(async () => {
    api = await testApi({ now: () => questionsDay })
    dataFolder = await mkdtemp(join(tmpdir(), 'search-questions-'))
    await prepare(dataFolder)
    const { store, blobs } = api.ports
    const { settings } = api
    const runSync = () => putPapers(join(dataFolder, 'drive'))
    await seedSample({ store, blobs, settings, dataFolder, runSync, now: () => questionsDay })
  })
  afterAll(async () => {
    await api.close()
    await rm(dataFolder, { recursive: true })
  })

  async function putPapers(drive: string): Promise<void> {
    const heavyWork = createHeavyWork()
    const reader = createPdfTextReader(heavyWork, { by: 'sync' })
    const files = (await readdir(drive, { recursive: true })).filter((file) =>
      file.endsWith('.pdf'),
    )
    for (const [at, file] of files.entries()) {
      const title = basename(file, '.pdf')
      names.add(title)
      const sha256 = String(at).padStart(64, '0')
      const { json } = await reader.read(join(drive, file))
      await api.ports.blobs.put(textKey(sha256), json!)
      const path = dirname(file)
      await api.putPaper(title, { title, name: `${title}.pdf`, path, sha256, text: 'made' })
    }
    await heavyWork.stop()
  }

  it('finds the right paper among the first three results, and its page', async () => {
    const search = () => api.call('member')(searchEverything, { query: { q: 'board' } })
    await expect.poll(async () => (await search()).complete).toBe(true)
    const questions = searchQuestions.filter(([, paper]) => names.has(paper))
    const wrongPapers: string[] = []
    const wrongPages: string[] = []
    for (const [q, paper, page] of questions) {
      const { found } = await api.call('member')(searchEverything, { query: { q, limit: 3 } })
      const right = found.find(({ kind, id }) => kind === 'paper' && id === paper)
      const first = found.map(({ title, page: at = '' }) => `${title} ${at}`).join(', ')
      if (!right) wrongPapers.push(`${q}: ${first}`)
      else if (right.page !== page) wrongPages.push(`${q}: ${first}`)
    }
    expect(questions.length).toBeGreaterThan(50)
    const share = (wrong: string[]) => 1 - wrong.length / questions.length
    expect(share(wrongPapers), wrongPapers.join('\n')).toBeGreaterThanOrEqual(0.95)
    const either = [...wrongPapers, ...wrongPages]
    expect(share(either), either.join('\n')).toBeGreaterThanOrEqual(0.9)
  })
}
