import { expect, it } from 'vitest'
import { fullEntry } from '../../testing/test-api.ts'
import { directoryCsv } from './planned-files.ts'
import { readContent } from './exported-content.ts'

it('has a filled column for every field of an entry, and the photo last', async () => {
  const stored = { ...fullEntry(), id: '1', photoUrl: '/api/images/1' }
  const { directory } = await readContent(async function* (collection) {
    if (collection === 'directory') yield stored
  })
  const rows = directoryCsv(directory, () => 'images/1.png').split('\r\n')
  const [header, row] = rows.map((line) => line.replace('\uFEFF', '').split(','))
  expect(header).toEqual([...Object.keys(fullEntry()), 'photo'])
  expect(row).toEqual([...Object.values(fullEntry()), 'images/1.png'])
  // In the order of the specification, wherever a newer field is placed.
  const promised = ['name', 'role', 'type', 'title', 'department', 'email', 'phone', 'bio', 'photo']
  expect(header!.filter((column) => promised.includes(column))).toEqual(promised)
})
