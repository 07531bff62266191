import type { Endpoint } from '@portal/contract/endpoint'

/** A request to a team's own backend: its path there, and the schemas of what is sent and returned. */
export type BackendRequest = Pick<
  Endpoint,
  'method' | 'path' | 'params' | 'query' | 'body' | 'form' | 'reply' | 'revised'
>

/**
 * Describes requests to the backend that an admin has named for this remote. `call` sends them, as it does those to the
 * portal's own endpoints: signed in, with a deadline, and with the reply validated by your schema.
 *
 * ```ts
 * const request = backendOf('news')
 * const getStory = request({ method: 'GET', path: '/stories/{id}', params: storyId, reply: story })
 * const { title } = await call(getStory, { params: { id: 'spring' } })
 * ```
 *
 * @__NO_SIDE_EFFECTS__
 */
export function backendOf(remote: string) {
  return <const R extends BackendRequest>(request: R): BackendEndpoint<R> => ({
    ...request,
    path: `/api/remotes/${remote}${request.path}`,
    summary: `${request.method} ${request.path} of the backend of ${remote}`,
    callers: 'members',
  })
}

type BackendEndpoint<R extends BackendRequest> = Omit<R, 'path'> & {
  path: `/${string}`
  summary: string
  callers: 'members'
}
