import type { Person } from '@portal/contract/portal'
import { expect, it } from 'vitest'
import type { NoteOnPaper } from '../notes/notes-service.ts'
import { createOwnNotes } from './own-notes.ts'

const longNote = {
  note: { text: 'Ask the committee. '.repeat(200), target: { version: 1, selector: [] } },
  paper: 'Budget',
} as unknown as NoteOnPaper

/** Counts how often notes are read, and for whom. */
function counted() {
  let seconds = 0
  const reads: string[] = []
  let change: (uid: string) => void = () => undefined
  const ownNotes = createOwnNotes({
    notes: {
      all: async ({ uid }) => {
        reads.push(uid)
        if (uid === 'broken') throw new Error('down')
        return uid.startsWith('many') ? [longNote] : []
      },
      onChange: (listener) => {
        change = listener
        return () => undefined
      },
    },
    now: () => new Date(seconds * 1000),
    mostBytes: 10_000,
  })
  const of = (uid: string) => ownNotes.of({ uid } as Person)
  return {
    of,
    reads,
    change: (uid: string) => change(uid),
    wait: (s: number) => (seconds += s),
  }
}

it('reads a person’s notes once while they search', async () => {
  const { of, reads } = counted()
  expect(await of('ada')).toBe(await of('ada'))
  await of('ben')
  expect(reads).toEqual(['ada', 'ben'])
})

it('reads them again after a change', async () => {
  const { of, reads, change } = counted()
  await of('ada')
  change('ada')
  change('ben')
  await of('ada')
  expect(reads).toEqual(['ada', 'ada'])
})

it('reads them again after half a minute, in case another instance has changed them', async () => {
  const { of, reads, wait } = counted()
  await of('ada')
  wait(29)
  await of('ada')
  expect(reads).toHaveLength(1)
  wait(1)
  await of('ada')
  expect(reads).toHaveLength(2)
})

it('caches the notes of 50 people, and drops those of the person whose last search is oldest', async () => {
  const { of, reads } = counted()
  for (let n = 0; n < 50; n += 1) await of(`person-${n}`)
  await of('person-0')
  await of('one more')
  reads.length = 0
  await of('person-0')
  await of('person-1')
  expect(reads).toEqual(['person-1'])
})

it('caches no failure', async () => {
  const { of, reads } = counted()
  await expect(of('broken')).rejects.toThrow('down')
  await expect(of('broken')).rejects.toThrow('down')
  expect(reads).toHaveLength(2)
})

it('drops the notes of the person whose last search is oldest when all together are too large', async () => {
  const { of, reads } = counted()
  for (const uid of ['ada', 'many 1', 'many 2', 'many 2', 'ada']) await of(uid)
  expect(reads).toEqual(['ada', 'many 1', 'many 2', 'ada'])
  await of('many 1')
  expect(reads).toHaveLength(5)
})
