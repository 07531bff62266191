/** What the tests use of it; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
  type Context = { oidc: { session: { accountId: string }; client: { clientId: string } } }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (of: { accountId: string; clientId: string }) => Grant
    callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished: (
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ) => Promise<void>
  }
  export type ProviderContext = Context
}
