import { testApi, type TestApi, uidOf, testPeople } from '@portal/api/testing'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// The first visit reads the screen's modules.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

/** What the API answers instead of the real thing, as long as there is something. */
export type Fault = { answer?: ((request: Request) => Response | undefined) | undefined }

export const ruth = testPeople.admin.email
export const wei = testPeople.staff.email
export const maria = { email: testPeople.member.email, uid: uidOf(testPeople.member) }

/** The real API in memory with its test people; `asked` are the paths of what has been asked for. */
export async function usersApi(fault: Fault = {}) {
  const api = await testApi()
  const { request } = api.app
  const asked: string[] = []
  api.app.request = async (input, init) => {
    const what = new Request(input, init)
    const { pathname, search } = new URL(what.url)
    asked.push(`${what.method} ${pathname}${search}`)
    return fault.answer?.(what) ?? request(input, init)
  }
  return { ...api, asked }
}

/** Puts a person on the list of designated admins, as another admin would. */
export async function designate(api: TestApi, email: string): Promise<void> {
  await api.call('admin')(addDesignatedAdmin, { body: { email } })
}

/** A refusal as the API words it. */
export function refusal(status: number, code: string, error: string): Response {
  const body = { type: 'about:blank', title: code, status, detail: error, code, error }
  return Response.json({ ...body, requestId: 'test' }, { status })
}
