/** Where mail goes: an outbox folder, or a mail server. */
export type Mail = {
  /**
   * Hands over one message. Refuses with `unavailable` while no message can be handed over at all: the server can't be
   * reached, or refuses the sign-in or the encryption. Then nothing was sent.
   *
   * `begin` is awaited once the receiver is ready, before the first byte of the message. If it rejects, nothing is sent
   * and `send` rejects with its error. `signal` ends the call only before that: a message that has begun is completed.
   */
  send: (
    message: MessageToSend,
    begin: () => Promise<void>,
    signal?: AbortSignal,
  ) => Promise<MailOutcome>
  /** What a message would be handed over to, such as `mail.example.org:465, TLSv1.3`; refuses as `send` does. */
  check: (signal?: AbortSignal) => Promise<string>
  close: () => Promise<void>
}

export type MessageToSend = {
  /** Unique, and the same when the message is sent again. */
  id: string
  from: string
  to: string
  /** The whole message, as RFC 5322 has it. */
  bytes: Uint8Array
}

/**
 * `sent`: the receiver has it. `refused`: it never will. `deferred`: it may later. `unknown`: the answer was cut after
 * the message had begun. `reply` is the receiver's own text.
 */
export type MailOutcome = {
  state: 'sent' | 'refused' | 'deferred' | 'unknown'
  reply: string
}
