import type { NoteTarget } from '@portal/contract/notes'
import * as z from 'zod/mini'
import type { DocumentStore } from '../store/document-store.ts'
import { readAll } from '../store/read-all.ts'
import { asNote, notesCollection, storedNote, storedNoteId } from './stored-note.ts'

type Targets = { target: NoteTarget; placed?: NoteTarget | undefined }

/** Deletes quotations of versions of a paper from notes; what their owners have written stays. Idempotent. */
export async function withdrawQuotations(
  store: DocumentStore,
  documentId: string,
  versions: ReadonlySet<number>,
): Promise<void> {
  for await (const page of readAll(store, notesCollection)) {
    const quoting = page
      .flatMap((found) => asNote(found) ?? [])
      .filter((note) => note.documentId === documentId && isQuoting(note, versions))
    for (const { uid, id } of quoting) {
      const storedId = storedNoteId(uid, documentId, id)
      await store.transaction(async (inside) => {
        // The note may have been changed or removed meanwhile.
        const found = asNote(await inside.get(notesCollection, storedId))
        if (!found) return
        const { id: _, revision, ...body } = found
        const blank = { ...body, ...withoutQuotations(body, versions) }
        await inside.update(notesCollection, storedId, z.parse(storedNote, blank), revision)
      })
    }
  }
}

/** A note's targets without quotations of withdrawn versions. */
export function withoutQuotations(
  { target, placed }: Targets,
  versions: ReadonlySet<number>,
): Targets {
  return { target: blanked(target, versions), placed: placed && blanked(placed, versions) }
}

/** A note's targets without any quotation, for a reader who may not read its paper at present. */
export function withoutWords<T extends Targets>({ target, placed, ...note }: T) {
  return {
    ...note,
    target: { ...target, selector: target.selector.filter((one) => !isOfWords(one)) },
    ...(placed
      ? { placed: { ...placed, selector: placed.selector.filter((one) => !isOfWords(one)) } }
      : {}),
  }
}

function isQuoting({ target, placed }: Targets, versions: ReadonlySet<number>): boolean {
  const targets = placed ? [target, placed] : [target]
  return targets.some((one) => versions.has(one.version) && one.selector.some(isOfWords))
}

function blanked(
  { version, selector, quotationWithdrawn = false }: NoteTarget,
  versions: ReadonlySet<number>,
): NoteTarget {
  if (!versions.has(version)) return { version, selector }
  const left = selector.filter((one) => !isOfWords(one))
  const isWithdrawn = quotationWithdrawn || left.length < selector.length
  return { version, selector: left, ...(isWithdrawn ? { quotationWithdrawn: true } : {}) }
}

function isOfWords({ type }: NoteTarget['selector'][number]): boolean {
  return type === 'TextQuoteSelector' || type === 'TextPositionSelector'
}
