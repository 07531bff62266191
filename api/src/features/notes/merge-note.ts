import { isDeepStrictEqual } from 'node:util'
import type { NoteBase, SavedNote } from '@portal/contract/notes'
import { mergeText } from './anchors/merge-text.ts'
import { type StoredNote, textHash } from './stored-note.ts'

type Content = Pick<StoredNote, 'color' | 'text' | 'placed' | 'dismissed'>
type Current = StoredNote & { revision: number }

/** The fields that a note's owner controls, after merging a save with the stored note. */
export function mergedContent(current: Current, saved: SavedNote): Content {
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

export function contentOf({ color, text, placed, dismissed }: Content): Content {
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
