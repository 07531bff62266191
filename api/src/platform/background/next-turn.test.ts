import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextTurn } from './next-turn.ts'

it('runs one piece of long work per turn of the event loop', async () => {
  const done: string[] = []
  const work = async (name: string) => {
    for (const piece of [1, 2]) {
      await nextTurn()
      done.push(`${name}${piece}`)
    }
  }
  const all = Promise.all([work('a'), work('b'), work('c')])
  const turns: string[][] = []
  while (done.length < 6) {
    const before = done.length
    await turnOfLoop()
    turns.push(done.slice(before))
  }
  await all
  expect(turns.filter((pieces) => pieces.length > 0)).toEqual([
    ['a1'],
    ['b1'],
    ['c1'],
    ['a2'],
    ['b2'],
    ['c2'],
  ])
})
