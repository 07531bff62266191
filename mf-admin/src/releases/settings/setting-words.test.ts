import { expect, it } from 'vitest'
import { type DeclaredSetting, settingNote, valueOf } from './setting-words.ts'

const entries: DeclaredSetting = {
  name: 'entries',
  label: 'Entries',
  schema: { type: 'integer', minimum: 1, maximum: 20 },
  default: 3,
}
const known = (values: Record<string, number>) => ({
  remote: 'meetings',
  settings: [entries],
  values,
  revision: 1,
})

it.each([
  [{}, 3, 'The default'],
  [{ entries: 5 }, 5, 'Default: 3'],
  [{ entries: 50 }, 3, 'The default. 50 was set, which this release doesn’t take'],
])('shows for %j what the running release gets, and where it comes from', (values, value, note) => {
  expect(valueOf(known(values), entries)).toBe(value)
  expect(settingNote(known(values), entries)).toBe(note)
})
