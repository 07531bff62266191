/** Words a minute of a reader of whom nothing is known yet. */
export const usualPace = 220
const slowestPace = 80
const fastestPace = 600
/** A pace starts from the usual one: it counts as this many words read at the usual pace. */
const usualWords = 1000

/** A page has been read after this share of the time it takes; a glance is less. */
const readShare = 0.25
/** In seconds: even an empty page, or one of pictures, has to be seen. */
const leastSeconds = 2
/** In seconds: a page that was left open longer shows nothing about the pace. */
const mostSeconds = 600

export type SeenPage = { words: number; seconds: number }

/** Whether a page has been read, by the time that it was on the screen. */
export function isPageRead({ words, seconds }: SeenPage): boolean {
  return seconds >= Math.max(leastSeconds, secondsOf(words, usualPace) * readShare)
}

/** A reader's pace in words a minute, by the pages that they have read. */
export function paceOf(pages: readonly SeenPage[]): number {
  const read = pages.filter((page) => isPageRead(page) && page.seconds <= mostSeconds)
  const words = read.reduce((sum, page) => sum + page.words, usualWords)
  const seconds = read.reduce((sum, page) => sum + page.seconds, secondsOf(usualWords, usualPace))
  return Math.round(Math.min(fastestPace, Math.max(slowestPace, (words / seconds) * 60)))
}

/** How long words take, in whole minutes; one at least, unless there are none. */
export function minutesFor(words: number, pace: number): number {
  return Math.ceil(words / pace)
}

function secondsOf(words: number, pace: number): number {
  return (words / pace) * 60
}

/** The words of a text, as far as reading them takes time. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0
}
