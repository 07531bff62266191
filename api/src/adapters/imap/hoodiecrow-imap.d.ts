/** An IMAP server in memory; for tests. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  type Message = { raw: string; flags: string[] }
  type ImapServer = {
    server: Server
    listen: (port: number, host: string, listening: () => void) => void
    close: (closed: () => void) => void
    appendMessage: (folder: string, flags: string[], receivedAt: Date, raw: string) => void
    folderCache: Record<string, { messages: Message[]; uidvalidity: number }>
  }
  export default function hoodiecrow(options: {
    plugins: string[]
    storage: Record<string, { messages: Message[] }>
    users: Record<string, { password: string }>
  }): ImapServer
}
