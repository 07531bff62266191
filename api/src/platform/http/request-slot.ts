import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../refusal.ts'
import { createTurns, type Turns } from '../background/turns.ts'
import type { Admission } from './admission.ts'
import { type BodyPace, addressBehind } from './body-pace.ts'

/** One request's share of the server's capacity: a slot while it is being answered, none while its body arrives. */
export type RequestSlot = {
  take: () => void
  /**
   * Gives the slot up while the body arrives. The caller is known by uid, else by address. Refuses with `tooMany`
   * when that caller already sends too many bodies, and with `unavailable` when everyone together does.
   */
  awaitBody: (uid: string | undefined) => BodyArrival
  /**
   * Counts a document that is being sent to a person until its connection is done with it. Waits for another one to end
   * at the person's limit, and refuses with `tooMany` if none does.
   */
  sendDocument: (uid: string, signal: AbortSignal) => Promise<void>
  release: () => void
}

type BodyArrival = {
  pace: BodyPace
  /** Takes a slot again for the work; refuses with `unavailable` when there is none. */
  complete: () => void
  /** Ends the arrival, complete or not. */
  end: () => void
}

export type SlotLimits = {
  /** Bodies that may arrive at the same time: in all, and from one caller. */
  bodies: number
  bodiesOfCaller: number
  /** Documents that may be sent to one person at the same time. */
  documentsOfPerson: number
  /** How long one more waits, in ms. */
  documentWait: number
  bodyPace: BodyPace
  readerPace: ReaderPace
}

/**
 * A body takes memory for what has arrived, but no slot, so the total is generous. One caller's limit is more than a
 * browser or a pipeline sends at once, and far less than it takes to use up the total.
 */
export const slotLimits: SlotLimits = {
  bodies: 1000,
  bodiesOfCaller: 20,
  documentsOfPerson: 24,
  documentWait: 5000,
  bodyPace: { grace: 10_000, bytesPerSecond: 4 * 1024 },
  readerPace: { window: 120_000, bytesPerSecond: 4 * 1024 },
}

/** Hands out the slots of a server's requests. */
export function createSlots(
  admission: Admission,
  limits: SlotLimits,
  trustedProxies: number,
): {
  open: (incoming: IncomingMessage, outgoing: ServerResponse) => RequestSlot
  stop: () => void
} {
  const { bodies, bodiesOfCaller, bodyPace } = limits
  const arriving = createCounts()
  const downloads = createOpenDownloads(limits)

  const open = (incoming: IncomingMessage, outgoing: ServerResponse): RequestSlot => {
    let end: (() => void) | undefined
    let isArriving = false
    const take = () => {
      end ??= admission.begin()
    }
    const release = () => {
      end?.()
      end = undefined
    }
    const awaitBody = (uid: string | undefined): BodyArrival => {
      const forwardedFor = () => String(incoming.headers['x-forwarded-for'] ?? '')
      const caller =
        uid ?? addressBehind(trustedProxies, incoming.socket.remoteAddress, forwardedFor)
      if (arriving.of(caller) >= bodiesOfCaller) {
        const sentence = 'You are sending too much at once. Please try again.'
        throw new Refusal('tooMany', sentence, { retryAfter: 5 })
      }
      if (arriving.total() >= bodies) throw busy()
      arriving.add(caller)
      isArriving = true
      release()
      return {
        pace: bodyPace,
        complete() {
          if (admission.isFull()) throw busy()
          take()
        },
        end() {
          if (isArriving) arriving.remove(caller)
          isArriving = false
        },
      }
    }
    const sendDocument: RequestSlot['sendDocument'] = (uid, signal) =>
      downloads.add(uid, outgoing, signal)
    return { take, awaitBody, sendDocument, release }
  }
  return { open, stop: downloads.stop }
}

/** Counts by caller, and in all. */
function createCounts() {
  const counts = new Map<string, number>()
  let total = 0
  const of = (caller: string) => counts.get(caller) ?? 0
  return {
    of,
    total: () => total,
    add(caller: string) {
      total += 1
      counts.set(caller, of(caller) + 1)
    },
    remove(caller: string) {
      total -= 1
      if (of(caller) === 1) counts.delete(caller)
      else counts.set(caller, of(caller) - 1)
    },
  }
}

function busy(): Refusal {
  const sentence = 'The portal has too much to do at the moment. Please try again.'
  return new Refusal('unavailable', sentence, { retryAfter: 2 })
}

/**
 * The minimum pace of a reader: this many bytes a second over a window in ms. The kernel buffers 3 to 4 MB and requests
 * more only when a third of that is free, so a phone at 30 KB/s takes nothing for 45 s at a time: the window has to be
 * longer than that.
 */
type ReaderPace = { window: number; bytesPerSecond: number }

type Download = { outgoing: ServerResponse; taken: number; since: number }

/**
 * Downloads in progress, counted per person. A connection whose reader has stopped reading is closed.
 */
function createOpenDownloads({ documentsOfPerson, documentWait, readerPace }: SlotLimits) {
  const { window, bytesPerSecond } = readerPace
  const open = new Map<string, { turns: Turns; downloads: Set<Download> }>()
  const tooMany = () => {
    const sentence = 'Too many documents are being sent to you. Please wait for one to finish.'
    return new Refusal('tooMany', sentence, { retryAfter: 5 })
  }
  const waiting = { most: 100, longest: documentWait, tooMany, tooLong: tooMany }

  const sweep = () => {
    const now = performance.now()
    for (const download of [...open.values()].flatMap((own) => [...own.downloads])) {
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
    async add(uid: string, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
      const turns = () => createTurns({ most: documentsOfPerson, waiting })
      const own = open.get(uid) ?? { turns: turns(), downloads: new Set() }
      open.set(uid, own)
      const forgetIdle = () => {
        if (own.turns.isIdle()) open.delete(uid)
      }
      const end = await own.turns.take({ signal }).catch((error: unknown) => {
        forgetIdle()
        throw error
      })
      const download = { outgoing, taken: takenOf(outgoing), since: performance.now() }
      own.downloads.add(download)
      const close = () => {
        own.downloads.delete(download)
        end()
        forgetIdle()
      }
      if (outgoing.closed) close()
      else outgoing.once('close', close)
    },
    stop: () => clearInterval(sweeping),
  }
}

/** Bytes that the connection has passed to the kernel. */
function takenOf({ socket, writableLength }: ServerResponse): number {
  return socket ? socket.bytesWritten - writableLength : 0
}
