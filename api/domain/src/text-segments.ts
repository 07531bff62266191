export type TextSegment = { index: number; segment: string }

const segmenters = new Map<string, Intl.Segmenter>()

/** What counts as a word or a sentence where the browser can't segment text: right for English. */
const patterns = {
  word: /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu,
  sentence: /[^.!?]+[.!?]*\s*/g,
}

/** The words or sentences of a text. `Intl.Segmenter` is missing in some supported browsers. */
export function textSegments(text: string, granularity: 'word' | 'sentence'): TextSegment[] {
  if (!('Segmenter' in Intl)) {
    return [...text.matchAll(patterns[granularity])].map(({ 0: segment, index }) => ({
      index,
      segment,
    }))
  }
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity })
  segmenters.set(granularity, known)
  return [...known.segment(text)].filter(({ isWordLike = true }) => isWordLike)
}
