import { createCall } from '@portal/remote-kit/client'
import { listMappings } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { refusal } from '../shared/api-fault-fixture.ts'
import { mappingSaveFailure } from './mapping-queries.ts'

/** The error that a screen catches for this response. */
async function caught(answer: Response): Promise<unknown> {
  const call = createCall({ token: async () => undefined, fetch: async () => answer })
  return call(listMappings).catch((error: unknown) => error)
}

it('treats a conflict as somebody else’s save only if it includes the stored mapping', async () => {
  const sentence =
    'Too much is being saved at the same moment. Nothing was saved: please try again.'
  const crowded = await caught(refusal(409, 'conflict', sentence))
  expect(mappingSaveFailure(crowded, 'Failed')).toEqual({ kind: 'refused', sentence })
  const stale = await caught(refusal(412, 'stale', 'Somebody has changed it.'))
  expect(mappingSaveFailure(stale, 'Failed')).toEqual({ kind: 'stale', theirs: undefined })
})
