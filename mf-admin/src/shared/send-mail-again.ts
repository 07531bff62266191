import { sendMailAgain } from '@portal/contract/mail'
import { useChange } from './queries.ts'

/** All queries of mails begin with it. */
export const mailsKey = ['admin', 'mails']

export function useSendAgain() {
  return useChange(
    (call, { id, evenIfUnknown }: { id: string; evenIfUnknown: boolean }) =>
      call(sendMailAgain, { params: { id }, body: { evenIfUnknown } }),
    { stale: [mailsKey] },
  )
}
