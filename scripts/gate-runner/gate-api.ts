import { type Call, createCall } from '../../shell/remote-kit/src/client.ts'
import { gateRunnerHeader } from '../../api/contract/src/gate-trials.ts'
import type { PortalConnection } from '../../shell/remote-kit/src/cli/portal-connection.ts'
import { retryingFetch } from '../../shell/remote-kit/src/cli/retrying-fetch.ts'

/** The portal, called with the gate runner's key. */
export type GateApi = Pick<PortalConnection, 'url' | 'file'> & {
  /** Repeats what failed for the moment. */
  call: Call
  /** Once: for what is called again anyway. */
  callOnce: Call
}

export function gateApi({ url, key }: { url: string; key: string }): GateApi {
  const withKey =
    (send: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set(gateRunnerHeader, key)
      return send(input, { ...init, headers })
    }
  const token = async () => undefined
  const patient = withKey(retryingFetch())
  return {
    url,
    call: createCall({ baseUrl: url, token, fetch: patient }),
    callOnce: createCall({ baseUrl: url, token, fetch: withKey(globalThis.fetch) }),
    file: (file, encoding) =>
      patient(`${url}${file}`, { cache: 'no-store', headers: { 'accept-encoding': encoding } }),
  }
}
