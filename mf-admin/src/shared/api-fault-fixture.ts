import { testApi, type TestApiOptions } from '@portal/api/testing'

type Answer = Response | undefined

/** A response to send in place of the real one, as long as it is set. */
export type Fault = { answer?: ((request: Request) => Answer | Promise<Answer>) | undefined }

/** The real API in memory, whose responses a test can replace. */
export async function faultyApi(fault: Fault = {}, options: TestApiOptions = {}) {
  const api = await testApi(options)
  const { request } = api.app
  // A copy of the request that is passed on, because a body can be read only once.
  api.app.request = async (input, init) =>
    (await fault.answer?.(new Request(input, init))) ?? request(input, init)
  return api
}

/** A refusal as the API words it. */
export function refusal(status: number, code: string, error: string): Response {
  const body = { type: 'about:blank', title: code, status, detail: error, code, error }
  return Response.json(
    { ...body, requestId: 'test' },
    { status, headers: { 'x-request-id': 'test' } },
  )
}
