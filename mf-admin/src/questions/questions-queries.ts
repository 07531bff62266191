import { type Agenda, getAgenda } from '@portal/contract/agendas'
import type { CallInput } from '@portal/contract/endpoint'
import {
  answerQuestion,
  listQuestions,
  type Question,
  type Questions,
} from '@portal/contract/questions'
import { ofMeeting } from '@portal/contract/twins'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'
import { callOf } from '../shared/meeting-call.ts'
import { useChange } from '../shared/queries.ts'

const questionsKey = ['admin', 'questions']

/** Every question about a meeting that the admin may see, in running order. */
export function questionsQuery(call: Call, meeting: MeetingRef) {
  const params = { meeting: meetingId(meeting) }
  return queryOptions({
    queryKey: [...questionsKey, params.meeting],
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
    refetchOnMount: 'always',
  })
}

/** The agenda that the questions are about; null if it is a document. */
export function agendaOfQuestionsQuery(call: Call, meeting: MeetingRef) {
  return queryOptions({
    queryKey: ['admin', 'agenda-of-questions', meetingId(meeting)],
    queryFn: async ({ signal }): Promise<Agenda | null> => {
      try {
        return await callOf(call, getAgenda, meeting, {}, { signal })
      } catch (error) {
        if (isApiError(error) && error.code === 'notFound') return null
        throw error
      }
    },
    refetchOnMount: 'always',
  })
}

type Answering = {
  meeting: MeetingRef
  question: Question
  body: CallInput<typeof answerQuestion>['body']
}

export function useAnswer() {
  return useChange(
    (call, { meeting, question, body }: Answering) =>
      call(ofMeeting(answerQuestion), {
        params: { meeting: meetingId(meeting), id: question.id },
        body,
      }),
    { stale: [questionsKey], waits: true },
  )
}
