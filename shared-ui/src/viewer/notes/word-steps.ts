import { textSegments } from '@portal/domain/text-segments'

/** Words that are being selected by keyboard: offsets of a page's text. */
export type KeySelection = { anchor: number; head: number }
export type WordStep = 'nextWord' | 'previousWord' | 'nextSentence' | 'previousSentence'

type Span = { from: number; to: number }

/**
 * Moves by a word or a sentence. Without extending, the next one is selected as a whole; while extending, the words
 * where the selection began stay in it.
 */
export function stepped(
  text: string,
  selection: KeySelection | undefined,
  step: WordStep,
  isExtending: boolean,
): KeySelection | undefined {
  const spans = spansOf(text, step.endsWith('Word') ? 'word' : 'sentence')
  const isForward = step.startsWith('next')
  if (!selection) return whole(isForward ? spans[0] : spans.at(-1))
  const { anchor, head } = selection
  if (isExtending) {
    const next = isForward
      ? spans.find(({ to }) => to > head)?.to
      : spans.findLast(({ from }) => from < head)?.from
    return next === undefined ? selection : { anchor, head: next }
  }
  const [start, end] = [Math.min(anchor, head), Math.max(anchor, head)]
  const next = isForward
    ? spans.find(({ from }) => from >= end)
    : spans.findLast(({ from, to }) => to <= start || (from < start && to > start))
  return whole(next) ?? selection
}

/** The words of a selection, from the first to the last. */
export function selectedText(text: string, { anchor, head }: KeySelection): string {
  return text.slice(Math.min(anchor, head), Math.max(anchor, head)).replaceAll(/\s+/g, ' ').trim()
}

function whole(span: Span | undefined): KeySelection | undefined {
  return span && { anchor: span.from, head: span.to }
}

function spansOf(text: string, granularity: 'word' | 'sentence'): Span[] {
  // A line's end isn't the end of a sentence.
  return textSegments(text.replaceAll('\n', ' '), granularity).flatMap(({ segment, index }) => {
    const trimmed = segment.trim()
    if (trimmed === '') return []
    const from = index + segment.indexOf(trimmed)
    return [{ from, to: from + trimmed.length }]
  })
}
