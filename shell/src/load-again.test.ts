import { describe, expect, it } from 'vitest'
import { loadAgain } from './load-again.ts'

const missing = (type: string) => Object.assign(new Error('gone'), { name: 'ChunkLoadError', type })

function failing(times: number, error: Error) {
  const attempts: number[] = []
  const load = async (attempt: number) => {
    attempts.push(attempt)
    if (attempts.length <= times) throw error
    return 'loaded'
  }
  return { load, attempts }
}

describe('loadAgain', () => {
  it('asks again for a script and for a style that didn’t come', async () => {
    const { load, attempts } = failing(2, missing('error'))
    await expect(loadAgain(load)).resolves.toBe('loaded')
    expect(attempts).toEqual([0, 1, 2])
  })

  it('gives up after the third time', async () => {
    const { load, attempts } = failing(9, new Error('ScriptNetworkError: no answer'))
    await expect(loadAgain(load)).rejects.toThrow('ScriptNetworkError')
    expect(attempts).toHaveLength(3)
  })

  it.each([
    ['a time limit', missing('timeout')],
    ['code that throws', new Error('boom')],
  ])('doesn’t repeat after %s', async (_, error) => {
    const { load, attempts } = failing(9, error)
    await expect(loadAgain(load)).rejects.toBe(error)
    expect(attempts).toHaveLength(1)
  })
})
