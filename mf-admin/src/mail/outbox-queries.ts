import type { Reply } from '@portal/contract/endpoint'
import { getMail, listMails, type MailState, sendTestMail } from '@portal/contract/mail'
import { listAnswersAside } from '@portal/contract/replies'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { mailsKey } from '../shared/send-mail-again.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

export type MailsPage = Reply<typeof listMails>

const pageKey = (state: MailState | undefined) => [...mailsKey, 'list', state ?? 'all']
const inputOf = (state: MailState | undefined) => ({ ...(state && { state }), limit: 50 })

/** Answers of calendar programs that the portal couldn't use. */
export function answersAsideQuery(call: Call) {
  return adminQuery(call, listAnswersAside, [...mailsKey, 'answers-aside'])
}

/** The newest mails; `useMoreMails` adds older ones. */
export function mailsQuery(call: Call, state: MailState | undefined) {
  return queryOptions({
    ...adminQuery(call, listMails, pageKey(state), { query: inputOf(state) }),
    refetchOnWindowFocus: false,
  })
}

export function useMoreMails(state: MailState | undefined) {
  const client = useQueryClient()
  return useChange(
    (call, after: string) => call(listMails, { query: { ...inputOf(state), after } }),
    {
      onSuccess: (page, after) =>
        client.setQueryData<MailsPage>(pageKey(state), (shown) => {
          // Reloaded meanwhile: this page doesn't follow the shown ones.
          if (shown?.next !== after) return shown
          return { ...page, mails: [...shown.mails, ...page.mails] }
        }),
    },
  )
}

export function mailQuery(call: Call, id: string) {
  return adminQuery(call, getMail, [...mailsKey, 'one', id], { params: { id } })
}

const refetched = { stale: [mailsKey] }

export function useSendTest() {
  return useChange((call, id: string) => call(sendTestMail, { body: { id } }), refetched)
}
