import type { BoardDocument } from '@portal/contract/documents'
import { expect, it } from 'vitest'
import { byFolder, firstFolders } from './folders.ts'

const paper = (path: string, title: string): BoardDocument => ({
  id: title,
  google_id: title,
  title,
  name: `${title}.pdf`,
  mime_type: 'application/pdf',
  path,
  parent_folder: path,
  created_time: '2026-10-03T18:00:00.000Z',
  modified_time: '2026-10-03T18:00:00.000Z',
  last_synced: '2026-10-03T18:00:00.000Z',
  size: 1,
  condition: 'ready',
})

const foldersOf = (...paths: string[]) =>
  byFolder(paths.map((path) => paper(path, 'Agenda'))).map(({ folder }) => folder)

it('lists the newest quarter first, and the other folders by name', () => {
  expect(
    foldersOf(
      'Archive',
      'Board meetings/2025 Q4',
      'Governance',
      'Board meetings/2026 Q1',
      'Board meetings/2026 Q4',
      'Communications',
    ),
  ).toEqual([
    'Board meetings/2026 Q4',
    'Board meetings/2026 Q1',
    'Board meetings/2025 Q4',
    'Archive',
    'Communications',
    'Governance',
  ])
})

it('knows a quarter in any notation, and keeps the folders inside it together', () => {
  expect(
    foldersOf('Papers/2026-Q1', 'Papers/2026-Q1/Budget', 'Papers/Q3 2026', 'Papers/2026 q2/Budget'),
  ).toEqual(['Papers/Q3 2026', 'Papers/2026 q2/Budget', 'Papers/2026-Q1', 'Papers/2026-Q1/Budget'])
})

it('lists the documents of a folder by title, with numbers by their value', () => {
  const [folder] = byFolder([paper('Policies', 'Q10 report'), paper('Policies', 'Q9 report')])
  expect(folder?.documents.map(({ title }) => title)).toEqual(['Q9 report', 'Q10 report'])
})

it('returns the first documents with their folders, and cuts off the last one', () => {
  const folders = byFolder([paper('A', 'One'), paper('A', 'Two'), paper('B', 'Three')])
  const titles = (limit: number) =>
    firstFolders(folders, limit).map(({ folder, documents }) => [
      folder,
      ...documents.map(({ title }) => title),
    ])
  expect(titles(1)).toEqual([['A', 'One']])
  expect(titles(2)).toEqual([['A', 'One', 'Two']])
  expect(titles(9)).toEqual([
    ['A', 'One', 'Two'],
    ['B', 'Three'],
  ])
})
