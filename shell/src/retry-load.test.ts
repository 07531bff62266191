import { SilenceError } from '@portal/shared-ui/silence'
import { fileMissing } from '@portal/shared-ui/load-code'
import { describe, expect, it } from 'vitest'
import { retryLoad } from './retry-load.ts'

const missing = Object.assign(new Error('gone'), { name: fileMissing })

function failing(times: number, error: Error) {
  const attempts: boolean[] = []
  const load = async (again: boolean) => {
    attempts.push(again)
    if (attempts.length <= times) throw error
    return 'loaded'
  }
  return { load, attempts }
}

describe('retryLoad', () => {
  it.each([missing, new Error('ScriptNetworkError: no answer')])(
    'retries once when a file fails to load',
    async (error) => {
      const { load, attempts } = failing(1, error)
      await expect(retryLoad(load)).resolves.toBe('loaded')
      expect(attempts).toEqual([false, true])
    },
  )

  it('gives up after the second failure', async () => {
    const { load, attempts } = failing(9, missing)
    await expect(retryLoad(load)).rejects.toBe(missing)
    expect(attempts).toHaveLength(2)
  })

  it('doesn’t retry on silence, because another release may be available', async () => {
    const silence = new SilenceError(10_000)
    const { load, attempts } = failing(9, silence)
    await expect(retryLoad(load)).rejects.toBe(silence)
    expect(attempts).toHaveLength(1)
  })

  it('doesn’t repeat code that throws', async () => {
    const { load, attempts } = failing(9, new Error('boom'))
    await expect(retryLoad(load)).rejects.toThrow('boom')
    expect(attempts).toHaveLength(1)
  })
})
