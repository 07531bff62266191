import { diff3Merge } from 'node-diff3'

export type TextVersions = { base: string; mine: string; theirs: string }

/**
 * A text that two devices have changed from the same base: everything that either has written is in it, and what one has
 * deleted and the other left alone is not. Where both have changed the same words, it has both, theirs first.
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
