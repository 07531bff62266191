/** Merges two changes of a text; where both changed it, both are kept. */
export function mergeTexts({
  base,
  mine,
  theirs,
}: {
  base: string
  mine: string
  theirs: string
}): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base || mine.includes(theirs)) return mine
  return theirs.includes(mine) ? theirs : `${theirs}\n\n${mine}`
}
