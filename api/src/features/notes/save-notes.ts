import {
  type NoteLimit,
  noteLimits,
  type NotesSave,
  type SavedNote,
  unansweredRevision,
  type NoteBase,
} from '@portal/contract/notes'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import { readUsage, refuseLarger, tooLong, type Usage } from './note-usage.ts'
import {
  asNote,
  erasuresCollection,
  firstRevision,
  type KeptNote,
  notesCollection,
  noteSize,
  type StoredNote,
  storedNote,
  storedNoteId,
  textHash,
  wasErased,
} from './stored-note.ts'
import { type IsWithdrawn, withdrawnAmong, withoutQuotations } from './withdraw-quotations.ts'
import { isDeepStrictEqual } from 'node:util'
import { mergeText } from './anchors/merge-text.ts'

export type SaveRequest = {
  uid: string
  save: NotesSave
  /** The paper's name; undefined if it is no longer in the portal. */
  paper: string | undefined
  at: Date
  /** Whether the foundation's policy would have destroyed a note written at that time. */
  isDestroyed: (createdAt: string) => boolean
}

export type SaveOutcome = {
  notes: KeptNote[]
  removed: string[]
  full: string[]
  fullBy?: NoteLimit
  erasures: number
}

/** Merges a save into the stored notes, in a transaction. All reads come before the first write. */
export async function saveIn(
  transaction: StoreOperations,
  { uid, save, paper, at, isDestroyed }: SaveRequest,
): Promise<SaveOutcome> {
  const idOf = (id: string) => storedNoteId(uid, save.documentId, id)
  const names = save.notes.length + save.removed.length
  let size = 0
  const read = async (id: string) => {
    const current = asNote(await notesCollection.raw(transaction).get(idOf(id)))
    if (current) size += noteSize(current)
    if (names > 1 && size > noteLimits.bytesPerSave) throw tooLargeTogether()
    return current
  }
  const erased = await erasuresCollection.in(transaction).get(uid)
  const erasures = erased?.count ?? 0
  const saved: { wanted: SavedNote; current: KeptNote | undefined }[] = []
  for (const wanted of save.notes) saved.push({ wanted, current: await read(wanted.id) })
  const toRemove: { id: string; revision: number; current: KeptNote | undefined }[] = []
  const removals = new Map(save.removed.map((each) => [each.id, each]))
  for (const removal of removals.values())
    toRemove.push({ ...removal, current: await read(removal.id) })

  // A device that was offline must not restore withdrawn words.
  const targets = save.notes.flatMap(({ target, placed, base }) => [target, placed, base?.placed])
  const isWithdrawn = await withdrawnAmong(transaction, save.documentId, targets)

  const paperId = save.documentId
  const usage = await readUsage(transaction, {
    uid,
    documentIds: [paperId],
    at,
    wanted: wantedBy(saved),
  })

  const isErased = ({ base, createdAt }: SavedNote) => {
    if (!erased) return false
    // A device that learned of the erasure may still show the note.
    if (base && wasErased(base.revision, erased)) return true
    return save.erasures < erasures && createdAt <= erased.at
  }
  const isGone = (wanted: SavedNote) => isDestroyed(wanted.createdAt) || isErased(wanted)
  const outcome: SaveOutcome = { notes: [], removed: [], full: [], erasures }
  const hasRoom = (id: string, before: StoredNote | undefined, after: StoredNote) => {
    const limit = usage.limitOf(paperId, before, after)
    if (limit === undefined) return true
    outcome.full.push(id)
    outcome.fullBy ??= limit
    return false
  }
  // Before anything is added: they make room.
  for (const { id, revision, current } of toRemove) {
    if (current && hasChangedSince(current, revision)) outcome.notes.push(current)
    else {
      if (current) {
        await notesCollection.raw(transaction).delete(idOf(id), current.revision)
        usage.change(paperId, current, undefined)
      }
      outcome.removed.push(id)
    }
  }
  for (const { wanted: sent, current } of saved) {
    const wanted = withoutWithdrawn(sent, isWithdrawn)
    const { id } = wanted
    if (current) {
      const body = changedNote({ current, wanted, paper, at })
      if (!body) outcome.notes.push(current)
      else if (hasRoom(id, current, body)) {
        const stored = await notesCollection
          .raw(transaction)
          .update(idOf(id), body, current.revision)
        usage.change(paperId, current, body)
        outcome.notes.push({ ...body, id, revision: stored.revision })
      }
    } else if (isGone(wanted)) outcome.removed.push(id)
    else {
      const body = newNote(wanted, { uid, documentId: paperId, paper: paper ?? '', at })
      if (!hasRoom(id, undefined, body)) continue
      const revision = firstRevision(at, wanted.base?.revision)
      await notesCollection.raw(transaction).create(idOf(id), body, revision)
      usage.change(paperId, undefined, body)
      outcome.notes.push({ ...body, id, revision })
    }
  }
  await usage.store()
  return outcome
}

/** Whether a note has changed since the removing device saw it. */
function hasChangedSince({ born, ...current }: KeptNote, revision: number): boolean {
  if (revision === unansweredRevision) return textHash(current.text) !== born
  return current.revision > revision
}

/** Removes withdrawn quotations, from the base too, so that the withdrawal doesn't count as a change. */
function withoutWithdrawn(sent: SavedNote, isWithdrawn: IsWithdrawn): SavedNote {
  const { base, target } = sent
  const { placed } = withoutQuotations({ target, placed: base?.placed }, isWithdrawn)
  return {
    ...sent,
    ...withoutQuotations(sent, isWithdrawn),
    ...(base ? { base: { ...base, placed } } : {}),
  }
}

/** Refuses a save that names a note twice. */
export function refuseRepeatedNotes({ notes, removed }: NotesSave): void {
  const ids = notes.map(({ id }) => id)
  const isNamedOnce = new Set(ids).size === ids.length
  if (isNamedOnce && !removed.some(({ id }) => ids.includes(id))) return
  throw new Refusal('invalid', 'A save may name each note only once.')
}

/** The longest text that merging may produce; a stored text is never refused for its length. */
const longestMerged = noteLimits.text * 5

type Update = { current: KeptNote; wanted: SavedNote; paper: string | undefined; at: Date }

/** A note merged with what is saved; undefined if that changes nothing. */
function changedNote({
  current,
  wanted,
  paper = current.paper,
  at,
}: Update): StoredNote | undefined {
  const { id: _, revision: _revision, ...before } = current
  const content = mergedContent(current, wanted)
  if (isSameBody(contentOf(before), content)) return undefined
  const merged = { ...before, ...content, paper, changedAt: at.toISOString() }
  const body = z.parse(storedNote, merged)
  if (content.text.length > longestMerged) throw tooLong()
  refuseLarger(before, body)
  return body
}

/** The browser then sends fewer at once. */
function tooLargeTogether(): Refusal {
  const sentence = 'These notes are too large to be saved together. Please save fewer at once.'
  return new Refusal('tooLarge', sentence)
}

/** The most that a save can add: whether a note fits is decided one after another. */
function wantedBy(saved: readonly { wanted: SavedNote; current: unknown }[]): Usage {
  const notes = saved.filter(({ current }) => !current).length
  return { notes, bytes: Buffer.byteLength(JSON.stringify(saved)) }
}

function newNote(
  { createdAt, target, base, ...wanted }: SavedNote,
  { at, ...rest }: Pick<StoredNote, 'uid' | 'documentId' | 'paper'> & { at: Date },
): StoredNote {
  const now = at.toISOString()
  const content = contentOf(wanted)
  const note: StoredNote = {
    ...rest,
    ...content,
    target,
    // A device's clock may be ahead.
    createdAt: createdAt < now ? createdAt : now,
    changedAt: now,
    // A restored note no longer has the text that it was created with.
    born: base ? '' : textHash(content.text),
  }
  if (noteSize(note) <= noteLimits.bytes) return note
  const sentence = 'This note is too large: at most 200 KB. Please make several notes of it.'
  throw new Refusal('tooLarge', sentence)
}

type Content = Pick<StoredNote, 'color' | 'text' | 'placed' | 'dismissed'>

type Current = StoredNote & { revision: number }

/** The fields that a note's owner controls, after merging a save with the stored note. */
function mergedContent(current: Current, saved: SavedNote): Content {
  const { base } = saved
  if (!base) return mergedCreation(current, saved)
  if (base.revision >= current.revision) return contentOf(saved)
  return {
    color: changed(base, saved, current, 'color') ?? current.color,
    text: mergeText({ base: base.text, mine: saved.text, theirs: current.text }),
    placed: changed(base, saved, current, 'placed'),
    dismissed: changed(base, saved, current, 'dismissed'),
  }
}

function contentOf({ color, text, placed, dismissed }: Content): Content {
  return { color, text, placed, dismissed }
}

/**
 * Merges a repeated creation. The device may have missed the response to the first one and have more text by now, and
 * another device may have changed the note meanwhile.
 */
function mergedCreation(current: Current, saved: SavedNote): Content {
  const kept = contentOf(current)
  if (textHash(saved.text) === current.born) return kept
  const isContinued = textHash(current.text) === current.born
  if (isContinued && saved.text.startsWith(current.text)) return contentOf(saved)
  return { ...kept, text: mergeText({ base: '', mine: saved.text, theirs: current.text }) }
}

/** The value that differs from the base; the caller's if both do. */
function changed<K extends keyof Content>(
  base: NoteBase,
  mine: Content,
  theirs: Content,
  key: K,
): Content[K] {
  return isDeepStrictEqual(mine[key], base[key]) ? theirs[key] : mine[key]
}
