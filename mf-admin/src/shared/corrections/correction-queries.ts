import { type Call, isApiError } from '@portal/remote-kit/client'
import { saveMapping } from '@portal/contract/mappings'
import {
  answerCorrection,
  type CorrectionAnswer,
  listCorrections,
  type ProposedCorrection,
} from '@portal/contract/uploads'
import { slotOf } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useMemo } from 'react'
import { notifyMembersScreens, asPreparing } from '../quarter-queries.ts'

import { adminQuery, useChange } from '../queries.ts'

export const correctionsKey = ['admin', 'corrections']

/** The most requests while the server still reads words. */
const mostRepeats = 10

function correctionsQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listCorrections, correctionsKey),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data || data.isComplete || dataUpdateCount > mostRepeats) return false
      return Math.min(1000 * 2 ** dataUpdateCount, 15_000)
    },
  })
}

/** The proposals, by the ids of the uploaded papers. */
export function useCorrections(enabled = true): ReadonlyMap<string, ProposedCorrection> {
  const { call } = usePortal()
  const { data } = useQuery({ ...correctionsQuery(call), enabled })
  return useMemo(
    () => new Map(data?.corrections.map((correction) => [correction.id, correction])),
    [data],
  )
}

/** The proposal for an uploaded paper, if there is one. */
export function useCorrection(id: string | undefined): ProposedCorrection | undefined {
  return useCorrections(id !== undefined).get(id ?? '')
}

const settledKey = ['admin', 'settledUploads']
/** In words. */
type SettledUploads = Readonly<Record<string, string>>

/** The outcomes of the uploads decided on this page, by id; nothing is loaded. */
export function useSettledUploads(): SettledUploads {
  const queryFn = (): SettledUploads => ({})
  const { data } = useQuery({ queryKey: settledKey, queryFn, enabled: false })
  return data ?? {}
}

/** Keeps in words what was decided about an upload. */
export function useSettle() {
  const client = useQueryClient()
  return (id: string, words: string) =>
    client.setQueryData<SettledUploads>(settledKey, (known) => ({ ...known, [id]: words }))
}

/** Makes the upload a new version, or keeps it as another paper. */
export function useAnswerCorrection({ id, revision, of }: ProposedCorrection) {
  const settle = useSettle()
  return useChange(
    async (call, answer: CorrectionAnswer['answer']) => {
      const send = (at: ProposedCorrection['revision']) =>
        call(answerCorrection, { params: { id }, body: { answer, of: of.id }, revision: at })
      try {
        return await send(revision)
      } catch (error) {
        if (!isApiError(error) || error.code !== 'stale') throw error
        // Its words or pictures were made meanwhile. If the same is still proposed, the answer holds.
        const { corrections } = await call(listCorrections)
        const latest = corrections.find(
          (correction) => correction.id === id && correction.of.id === of.id,
        )
        if (!latest) throw error
        return send(latest.revision)
      }
    },
    {
      onSuccess: ({ outcome, document: { version } }) => {
        if (outcome === 'newVersion') settle(id, `Version ${version} of ${isolated(of.name)}`)
      },
      // Papers are shown on many screens.
      stale: 'everything',
      waits: true,
    },
  )
}

/** Shows the upload in the slots of the mapped paper; returns these slots. */
export function useShowInstead({ id, of: { name, slots } }: ProposedCorrection) {
  const settle = useSettle()
  return useChange(
    async (call) => {
      const saved = []
      for (const { id: slot, revision } of slots) {
        const params = { id: slot }
        const body = { documentId: id }
        saved.push(await call(saveMapping, { params, query: asPreparing, body, revision }))
        notifyMembersScreens(slotOf(slot)?.kind)
      }
      return saved
    },
    {
      onSuccess: () => void settle(id, `Shown instead of ${isolated(name)}`),
      stale: 'everything',
      waits: true,
    },
  )
}
