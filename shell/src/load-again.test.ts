import { SilenceError } from '@portal/shared-ui/silence'
import { fileMissing } from '@portal/shared-ui/load-code'
import { describe, expect, it } from 'vitest'
import { loadAgain } from './load-again.ts'

const missing = Object.assign(new Error('gone'), { name: fileMissing })

function failing(times: number, error: Error) {
  const asked: boolean[] = []
  const load = async (again: boolean) => {
    asked.push(again)
    if (asked.length <= times) throw error
    return 'loaded'
  }
  return { load, asked }
}

describe('loadAgain', () => {
  it.each([missing, new Error('ScriptNetworkError: no answer')])(
    'retries once when a file fails to load',
    async (error) => {
      const { load, asked } = failing(1, error)
      await expect(loadAgain(load)).resolves.toBe('loaded')
      expect(asked).toEqual([false, true])
    },
  )

  it('gives up after the second failure', async () => {
    const { load, asked } = failing(9, missing)
    await expect(loadAgain(load)).rejects.toBe(missing)
    expect(asked).toHaveLength(2)
  })

  it('doesn’t retry on silence, because another release may be available', async () => {
    const silence = new SilenceError(10_000)
    const { load, asked } = failing(9, silence)
    await expect(loadAgain(load)).rejects.toBe(silence)
    expect(asked).toHaveLength(1)
  })

  it('doesn’t repeat code that throws', async () => {
    const { load, asked } = failing(9, new Error('boom'))
    await expect(loadAgain(load)).rejects.toThrow('boom')
    expect(asked).toHaveLength(1)
  })
})
