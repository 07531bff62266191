import type { Mail, MessageToSend } from '../../features/mail/mail.ts'

/** Mail that is kept in memory; for tests. */
export function memoryMail(): Mail & { messages: MessageToSend[] } {
  const messages: MessageToSend[] = []
  return {
    messages,
    async send(message, begin, signal) {
      signal?.throwIfAborted()
      await begin()
      messages.push(message)
      return { state: 'sent', reply: '250 Kept' }
    },
    check: async () => 'memory',
    close: async () => {},
  }
}
