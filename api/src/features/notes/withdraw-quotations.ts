import type { NoteTarget } from '@portal/contract/note-target'
import * as z from 'zod/mini'
import { withdrawnWithQuotations } from '../documents/documents-feature.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { readUsage } from './note-usage.ts'
import type { NoteTargets } from './place-notes.ts'
import { asNote, notesCollection, storedNote, storedNoteId } from './stored-note.ts'

/** Deletes quotations of versions of a paper from notes; what their owners have written stays. Idempotent. */
export async function withdrawQuotations(
  { store, now }: { store: DocumentStore; now: () => Date },
  documentId: string,
  versions: ReadonlySet<number>,
): Promise<void> {
  for await (const page of notesCollection.raw(store).pages()) {
    const notes = page.flatMap((stored) => asNote(stored) ?? [])
    for (const { uid, id, ...note } of notes) {
      const isWithdrawn: IsWithdrawn = (target) =>
        (target.documentId ?? note.documentId) === documentId && versions.has(target.version)
      if (!isQuoting(note, isWithdrawn)) continue
      const storedId = storedNoteId(uid, note.documentId, id)
      await store.transaction(async (transaction) => {
        // The note may have been changed or removed meanwhile.
        const stored = asNote(await notesCollection.raw(transaction).get(storedId))
        if (!stored) return
        const { id: _, revision, ...body } = stored
        const usage = await readUsage(transaction, {
          uid,
          documentIds: [body.documentId],
          at: now(),
        })
        const blank = z.parse(storedNote, { ...body, ...withoutQuotations(body, isWithdrawn) })
        await notesCollection.raw(transaction).update(storedId, blank, revision)
        usage.change(body.documentId, stored, blank)
        await usage.store()
      })
    }
  }
}

/** Whether the version that a target was made in was withdrawn with its quotations. */
export type IsWithdrawn = (target: NoteTarget) => boolean

/** The targets among these, of notes on a paper, that were withdrawn with their quotations. */
export async function withdrawnAmong(
  store: StoreOperations,
  documentId: string,
  targets: readonly (NoteTarget | undefined)[],
): Promise<IsWithdrawn> {
  const paperOf = (target: NoteTarget) => target.documentId ?? documentId
  const known = targets.filter((target) => target !== undefined)
  const withdrawn = new Map<string, ReadonlySet<number>>()
  for (const [paper, made] of Map.groupBy(known, paperOf)) {
    const versions = new Set(made.map(({ version }) => version))
    withdrawn.set(paper, await withdrawnWithQuotations(store, paper, versions))
  }
  return (target) => withdrawn.get(paperOf(target))?.has(target.version) ?? false
}

/** A note's targets without quotations of withdrawn versions. */
export function withoutQuotations(
  { target, placed }: NoteTargets,
  isWithdrawn: IsWithdrawn,
): NoteTargets {
  const shown = (quoted: NoteTarget) => (isWithdrawn(quoted) ? blanked(quoted) : plain(quoted))
  return { target: shown(target), placed: placed && shown(placed) }
}

/** A note's targets without any quotation, for a reader who may not read its paper at present. */
export function withoutWords<T extends NoteTargets>({ target, placed, ...note }: T) {
  return {
    ...note,
    target: withoutWordsOf(target),
    ...(placed ? { placed: withoutWordsOf(placed) } : {}),
  }
}

export function withoutWordsOf(target: NoteTarget): NoteTarget {
  return { ...target, selector: target.selector.filter((candidate) => !isOfWords(candidate)) }
}

/** A target with its words, but without those around them. */
export function withoutContext(target: NoteTarget): NoteTarget {
  const selector = target.selector.map((each) =>
    each.type === 'TextQuoteSelector' ? { ...each, prefix: '', suffix: '' } : each,
  )
  return { ...target, selector }
}

function isQuoting({ target, placed }: NoteTargets, isWithdrawn: IsWithdrawn): boolean {
  const targets = placed ? [target, placed] : [target]
  return targets.some((other) => isWithdrawn(other) && other.selector.some(isOfWords))
}

/** Without the mark of a withdrawal, which only the API sets. */
function plain({ quotationWithdrawn: _withdrawn, ...target }: NoteTarget): NoteTarget {
  return target
}

/** A target whose version was withdrawn with its quotations. */
export function blanked({ quotationWithdrawn = false, ...target }: NoteTarget): NoteTarget {
  const left = target.selector.filter((candidate) => !isOfWords(candidate))
  const isWithdrawn = quotationWithdrawn || left.length < target.selector.length
  return { ...target, selector: left, ...(isWithdrawn ? { quotationWithdrawn: true } : {}) }
}

function isOfWords({ type }: NoteTarget['selector'][number]): boolean {
  return type === 'TextQuoteSelector' || type === 'TextPositionSelector'
}
