import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('gives them in order, up to the sum of their weights', async () => {
    const turns = createTurns({ most: 10 })
    const begun: string[] = []
    const take = async (name: string, weight: number) => {
      const end = await turns.take({ weight })
      begun.push(name)
      return end
    }
    const first = await take('six', 6)
    const second = take('five', 5)
    // It would fit, but not before the one that came first.
    const third = take('one', 1)
    await nextTurn()
    expect(begun).toEqual(['six'])
    first()
    const ends = await Promise.all([second, third])
    expect(begun).toEqual(['six', 'five', 'one'])
    for (const end of ends) end()
    expect(turns.isIdle()).toBe(true)
  })

  it('lets work that is heavier than all turns run alone', async () => {
    const turns = createTurns({ most: 10 })
    const light = await turns.take()
    const heavy = turns.take({ weight: 50 })
    const begun = vi.fn<() => void>()
    void heavy.then(begun)
    await nextTurn()
    expect(begun).not.toHaveBeenCalled()
    light()
    const end = await heavy
    const after = turns.take()
    // Ending twice frees nothing twice.
    end()
    end()
    ;(await after)()
    expect(turns.isIdle()).toBe(true)
  })

  it('drops a caller that leaves, and lets the one behind it begin', async () => {
    const turns = createTurns({ most: 2 })
    const end = await turns.take()
    const leaving = new AbortController()
    const left = turns.take({ weight: 2, signal: leaving.signal })
    const behind = turns.take()
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    ;(await behind)()
    end()
    await expect(turns.take({ signal: leaving.signal })).rejects.toThrow('left')
    expect(turns.isIdle()).toBe(true)
  })

  it('refuses more waiting work than its limit, and work that waits too long', async () => {
    const refusal = (detail: string) => () => new Refusal('unavailable', detail)
    const [tooMany, tooLong] = [refusal('too many'), refusal('too long')]
    const turns = createTurns({ most: 1, waiting: { most: 1, longest: 1, tooMany, tooLong } })
    const end = await turns.take()
    const late = turns.take()
    await expect(turns.take()).rejects.toThrow('too many')
    await expect(late).rejects.toThrow('too long')
    end()
    expect(turns.isIdle()).toBe(true)
  })
})
