import type { Person } from '@portal/contract/portal'
import { expect, it } from 'vitest'
import { createOwnNotes } from './own-notes.ts'

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
        return []
      },
      onChange: (listener) => {
        change = listener
        return () => undefined
      },
    },
    now: () => new Date(seconds * 1000),
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

it('caches the notes of 50 people, and drops those of the least recent search', async () => {
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
