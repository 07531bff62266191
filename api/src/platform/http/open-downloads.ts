import type { ServerResponse } from 'node:http'
import { Refusal } from '../../refusal.ts'

/**
 * The minimum pace of a reader: this many bytes a second over a window in ms. The kernel buffers 3
 * to 4 MB and asks for more only when a third of that is free, so a phone at 30 KB/s takes nothing
 * for 45 s at a time: the window has to be longer than that.
 */
export type ReaderPace = { window: number; bytesPerSecond: number }

type Download = { outgoing: ServerResponse; taken: number; since: number }

/**
 * Downloads in progress, counted per person. A connection whose reader has stopped reading is closed.
 */
export function createOpenDownloads(most: number, { window, bytesPerSecond }: ReaderPace) {
  const open = new Map<string, Set<Download>>()

  const sweep = () => {
    const now = performance.now()
    for (const download of [...open.values()].flatMap((downloads) => [...downloads])) {
      const { outgoing } = download
      const taken = takenOf(outgoing)
      // Nothing waits for this reader: the server itself is still reading the file.
      if (outgoing.writableLength === 0) Object.assign(download, { taken, since: now })
      if (now - download.since < window) continue
      const least = (bytesPerSecond * (now - download.since)) / 1000
      if (taken - download.taken < least) outgoing.destroy()
      else Object.assign(download, { taken, since: now })
    }
  }
  const sweeping = setInterval(sweep, window / 12)
  sweeping.unref()

  return {
    /** Refuses with `tooMany` beyond a person's limit. */
    add(uid: string, outgoing: ServerResponse): void {
      const own = open.get(uid) ?? new Set()
      if (own.size >= most) {
        const sentence = 'Too many documents are being sent to you. Please wait for one to finish.'
        throw new Refusal('tooMany', sentence, { retryAfter: 5 })
      }
      const download = { outgoing, taken: takenOf(outgoing), since: performance.now() }
      open.set(uid, own.add(download))
      outgoing.once('close', () => {
        own.delete(download)
        if (own.size === 0) open.delete(uid)
      })
    },
    stop: () => clearInterval(sweeping),
  }
}

/** Bytes that the connection has passed to the kernel. */
function takenOf({ socket, writableLength }: ServerResponse): number {
  return socket ? socket.bytesWritten - writableLength : 0
}
