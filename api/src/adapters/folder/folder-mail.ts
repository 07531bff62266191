import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '../../features/mail/mail.ts'
import { Refusal } from '../../refusal.ts'

/** Mail as `.eml` files in a folder, for a portal that sends none. A mail that is sent again replaces its file. */
export function folderMail(folder: string): Mail {
  const mustReach = async () => {
    try {
      await mkdir(folder, { recursive: true })
    } catch (cause) {
      throw new Refusal('unavailable', 'The outbox folder can’t be written to.', { cause })
    }
  }
  return {
    async send({ id, bytes }, begin, signal) {
      signal?.throwIfAborted()
      await mustReach()
      await begin()
      const file = join(folder, emlName(id))
      const draft = `${file}.part`
      try {
        await writeFile(draft, bytes)
        await rename(draft, file)
      } catch (error) {
        const reply = error instanceof Error ? error.message : String(error)
        // Only a whole file has the name of a mail.
        return { state: 'deferred', reply }
      }
      return { state: 'sent', reply: `Written to ${emlName(id)}` }
    },
    async check() {
      await mustReach()
      return folder
    },
    close: async () => {},
  }
}

/** Ids may have characters that file names can’t. */
function emlName(id: string): string {
  const readable = id.replaceAll(/[^a-zA-Z0-9-]+/g, '-').slice(0, 80)
  return `${readable}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}.eml`
}
