export type BackendRequest = {
  /** Absolute, and normalized. */
  url: URL
  method: string
  headers: Record<string, string>
  body?: Uint8Array | undefined
}

/** Port: the servers that the teams of remotes run themselves. */
export type Backends = {
  /**
   * Sends a request and resolves with the response once its headers have arrived. A redirect isn't followed. Rejects if
   * the server can't be reached, and in production if its name leads to an address that isn't public.
   */
  send: (request: BackendRequest, signal: AbortSignal) => Promise<Response>
}
