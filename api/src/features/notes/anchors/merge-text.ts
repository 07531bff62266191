import { diff3Merge } from 'node-diff3'

export type TextVersions = { base: string; mine: string; theirs: string }

/**
 * Merges two changes of the same base text: the result contains everything that either device has written, without what
 * one deleted and the other left unchanged. Where both changed the same words, it contains both versions, theirs first.
 */
export function mergeText({ base, mine, theirs }: TextVersions): string {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const regions = diff3Merge(wordsOf(mine), wordsOf(base), wordsOf(theirs), {
    excludeFalseConflicts: true,
  })
  return regions
    .map(({ ok, conflict }) => {
      if (ok) return ok.join('')
      return conflict ? bothOf(conflict.b.join(''), conflict.a.join('')) : ''
    })
    .join('')
}

/** Words and the spaces between them. */
function wordsOf(text: string): string[] {
  return text.split(/(\s+)/).filter((part) => part !== '')
}

function bothOf(theirs: string, mine: string): string {
  if (theirs.trim() === '') return mine
  if (mine.trim() === '' || theirs.includes(mine)) return theirs
  if (mine.includes(theirs)) return mine
  const gap = /\s$/.test(theirs) || /^\s/.test(mine) ? '' : ' '
  return `${theirs}${gap}${mine}`
}
