import { type TestApi, testPeople, uidOf } from '@portal/api/testing'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { type Fault, faultyApi } from '../shared/api-fault-fixture.ts'

export const ruth = testPeople.admin.email
export const wei = testPeople.staff.email
export const maria = { email: testPeople.member.email, uid: uidOf(testPeople.member) }

/** The real API in memory with its test people; `asked` are the requested paths. */
export async function usersApi(fault: Fault = {}) {
  const requests: string[] = []
  const api = await faultyApi({
    answer: (request) => {
      const { pathname, search } = new URL(request.url)
      requests.push(`${request.method} ${pathname}${search}`)
      return fault.answer?.(request)
    },
  })
  return { ...api, requests }
}

/** Puts a person on the list of designated admins, as another admin would. */
export async function designate(api: TestApi, email: string): Promise<void> {
  await api.call('admin')(addDesignatedAdmin, { body: { email } })
}
