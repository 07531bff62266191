import type { CallInput } from '@portal/contract/endpoint'
import {
  answerQuestion,
  askQuestion,
  changeQuestion,
  flagItem,
  listQuestions,
  type Question,
  type Questions,
  withdrawQuestion,
} from '@portal/contract/questions'
import { ofMeeting } from '@portal/contract/twins'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { type Call, isApiError } from '../client.ts'
// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'
import { sharedKey } from '../queries/shared-key.ts'

const questionsKey = (meeting: MeetingRef) => sharedKey(['questions', meetingId(meeting)])

/** Every question about a meeting that the reader may see, and the flags of its items. */
export function questionsQuery(call: Call, meeting: MeetingRef) {
  const params = { meeting: meetingId(meeting) }
  return queryOptions({
    queryKey: questionsKey(meeting),
    queryFn: async ({ signal }): Promise<Questions> => {
      const list = (after?: string) =>
        call(ofMeeting(listQuestions), { params, query: after ? { after } : {} }, { signal })
      let page = await list()
      const { questions } = page
      while (page.next !== undefined) {
        page = await list(page.next)
        questions.push(...page.questions)
      }
      return { ...page, questions }
    },
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

export type QuestionChange =
  | { act: 'ask'; body: CallInput<typeof askQuestion>['body'] }
  | { act: 'change'; question: Question; body: CallInput<typeof changeQuestion>['body'] }
  | { act: 'withdraw'; question: Question }
  | { act: 'answer'; question: Question; body: CallInput<typeof answerQuestion>['body'] }
  | { act: 'flag'; body: CallInput<typeof flagItem>['body'] }

/** Asks, changes, withdraws, answers and flags. */
export function useQuestionChange(meeting: MeetingRef) {
  const { call } = usePortal()
  const client = useQueryClient()
  const params = { meeting: meetingId(meeting) }
  return useMutation({
    mutationFn: async (change: QuestionChange): Promise<unknown> => {
      const { act } = change
      if (act === 'ask') return call(ofMeeting(askQuestion), { params, body: change.body })
      if (act === 'flag') return call(ofMeeting(flagItem), { params, body: change.body })
      const { id, revision } = change.question
      const own = { ...params, id }
      if (act === 'withdraw') return call(ofMeeting(withdrawQuestion), { params: own })
      const { body } = change
      if (act === 'answer') {
        return call(ofMeeting(answerQuestion), { params: own, body: change.body })
      }
      return call(ofMeeting(changeQuestion), {
        params: own,
        body: body as CallInput<typeof changeQuestion>['body'],
        revision,
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: questionsKey(meeting) }),
  })
}

/** Shows why something that has no dialog wasn't done. */
export function useRefusalToast(): (error: Error) => void {
  const { toast } = usePortal()
  return (error) =>
    toast(isApiError(error) ? error.message : 'That didn’t work. Please try again.', {
      kind: 'bad',
    })
}
