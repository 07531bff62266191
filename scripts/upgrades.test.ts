import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listDocuments } from '../api/contract/src/documents.ts'
import { saveMapping } from '../api/contract/src/mappings.ts'
import { getReading, reportReading } from '../api/contract/src/reading.ts'
import { contractVersion } from '../api/contract/src/releases.ts'
import { earlierVersions } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { open, restored } from './upgrades/restored-fixture.ts'
import { walk } from './upgrades/walk.ts'

const today = path.resolve(import.meta.dirname, '../api/src/main.ts')
const versions = earlierVersions()
const before = versions.at(-1)!
const oldest = versions[0]!

const slot = { params: { id: 'governance-bylaws' } }

it('has data of the release before this contract: node scripts/record-upgrade.ts <version>', () => {
  const [major, minor] = contractVersion.split('.').map(Number) as [number, number]
  expect(before).toBe(`${major}.${minor - 1}.0`)
})

describe('an upgrade', () => {
  it('can be interrupted at any time, and repeated, and shows its readers what they had', async () => {
    const { dataFolder, contents } = await restored(oldest)
    const interrupted = await open(today, dataFolder)
    await interrupted.kill()
    expect(await walk(await open(today, dataFolder))).toEqual(contents)
  })
})

describe('a rollback', () => {
  it('leaves the release before everything that it understands', async () => {
    const { dataFolder, contents: earlier } = await restored(before)
    const newer = await open(today, dataFolder)
    expect(await walk(newer)).toEqual(earlier)
    const [admin, member] = [newer.call('admin'), newer.call('member')]
    await admin(saveMapping, { ...slot, body: { title: 'Bylaws of 2027' }, revision: 1 })
    const [paper] = await member(listDocuments, {})
    const read = { documentId: paper!.id, version: 1, pages: [{ page: 1, seconds: 30 }] }
    await member(reportReading, { body: { papers: [read] } })
    const contents = await walk(newer)
    await newer.stop()
    const older = await open(await portalAt(before), dataFolder)
    expect(await walk(older)).toEqual(contents)
    await older.stop()
    // What the older release doesn't know is there again after the next upgrade.
    const again = await open(today, dataFolder)
    const { papers } = await again.call('member')(getReading, {})
    expect(papers.map(({ documentId }) => documentId)).toEqual([paper!.id])
  })
})
