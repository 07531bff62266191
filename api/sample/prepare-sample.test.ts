import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { committeeFile, committeePapers } from './committee-meetings.ts'
import { papers, pathOf, type PlannedFile, standingFiles } from './plan.ts'
import { prepareSample } from './prepare-sample.ts'

const zone = 'America/Los_Angeles'
const autumn = new Date('2026-11-20T20:00:00Z')
const winter = new Date('2027-01-04T20:00:00Z')
/** One of each kind. */
const isDrawn = (file: PlannedFile) =>
  ['Governance/Bylaws.pdf', 'Board meetings/2026 Q4/Agenda Q4 2026.pdf'].includes(pathOf(file)) ||
  pathOf(file) === pathOf(committeeFile(committeePapers[0]!))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-'))
  await prepareSample(folder, autumn, zone, { isDrawn })
})
afterAll(() => rm(folder, { recursive: true }))

const drive = async () =>
  (await readdir(join(folder, 'drive'), { recursive: true }))
    .filter((name) => name.endsWith('.pdf'))
    .toSorted()

async function snapshot(): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const stats = await Promise.all(names.map((name) => stat(join(folder, name))))
  return JSON.stringify(names.map((name, at) => [name, stats[at]!.mtimeMs, stats[at]!.size]))
}

it('creates the papers of the current and the previous quarter, and the permanent documents', async () => {
  const names = await drive()
  expect(names).toHaveLength(papers.length * 2 + standingFiles.length + committeePapers.length)
  expect(names).toContain('Board meetings/2026 Q4/Budget vs Actual Q4 2026.pdf')
  expect(names).toContain('Board meetings/2026 Q3/Report on the Audit Q3 2026.pdf')
  expect(names).toContain('Governance/Bylaws.pdf')
  expect(names.filter((name) => name.includes('2026 Q2'))).toEqual([])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, 'drive', name))).size),
  )
  expect(sizes.filter((size) => size > 0)).toHaveLength(3)
})

it('dates each paper within its quarter, and none after today', async () => {
  const names = await drive()
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, 'drive', name))).mtime),
  )
  expect(times.every((time) => time <= autumn)).toBe(true)
  expect(new Set(times.map((time) => time.toISOString().slice(0, 10))).size).toBeGreaterThan(10)
})

it('leaves no partial files behind', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(['calendar.ics', 'drive', 'sample.json'])
})

it('returns quickly when nothing is missing', async () => {
  const before = await snapshot()
  const started = performance.now()
  await prepareSample(folder, autumn, zone, { isDrawn })
  expect(performance.now() - started).toBeLessThan(1000)
  expect(await snapshot()).toBe(before)
})

it('reports progress from the first step to the last', async () => {
  const steps: [number, number][] = []
  await prepareSample(folder, autumn, zone, {
    onStep: (done, total) => void steps.push([done, total]),
  })
  expect(steps.at(-1)![0]).toBe(steps.at(-1)![1])
})

it('adds a new quarter and its calendar, and keeps what people changed, added or deleted', async () => {
  const changed = join(folder, 'drive/Governance/Bylaws.pdf')
  const deleted = join(folder, 'drive/Board meetings/2026 Q4/Budget Update Q4 2026.pdf')
  const own = join(folder, 'drive/Board meetings/2027 Q1/Grants Docket Q1 2027.pdf')
  await writeFile(changed, 'ours now')
  await rm(deleted)
  await mkdir(dirname(own))
  await writeFile(own, 'ours too')
  const calendar = await readFile(join(folder, 'calendar.ics'), 'utf8')

  await prepareSample(folder, winter, zone, { isDrawn })

  const names = await drive()
  expect(names).toContain('Board meetings/2027 Q1/Annual Disclosures Q1 2027.pdf')
  expect(names).toContain('Board meetings/2026 Q3/Agenda Q3 2026.pdf')
  expect(names).not.toContain('Board meetings/2026 Q4/Budget Update Q4 2026.pdf')
  expect(await readFile(changed, 'utf8')).toBe('ours now')
  expect(await readFile(own, 'utf8')).toBe('ours too')
  expect(await readFile(join(folder, 'calendar.ics'), 'utf8')).not.toBe(calendar)
})

it('keeps a calendar that a person has changed', async () => {
  const calendar = join(folder, 'calendar.ics')
  const changed = (await readFile(calendar, 'utf8')).replace('Office closed', 'Spring cleaning')
  await writeFile(calendar, changed)
  await prepareSample(folder, autumn, zone, { isDrawn })
  expect(await readFile(calendar, 'utf8')).toBe(changed)
})

it('completes the work of a killed run', async () => {
  await writeFile(join(folder, 'sample.json'), '{"made": [')
  await mkdir(join(folder, '.sample-drafts'))
  await writeFile(join(folder, '.sample-drafts/half'), '%PDF-1.7')
  await prepareSample(folder, autumn, zone, { isDrawn })
  const names = await drive()
  expect(names).toContain('Board meetings/2026 Q4/Budget Update Q4 2026.pdf')
  expect((await readdir(folder)).toSorted()).toEqual(['calendar.ics', 'drive', 'sample.json'])
})
