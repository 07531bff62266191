import type { LetterRange } from '@portal/domain/page-letters'

/** Part of a page, from 1, by positions among its letters (`pageLetters` of `@portal/domain`). */
export type MarkedRange = LetterRange

export type ChangeKind =
  | 'added'
  | 'removed'
  | 'changed'
  | 'moved'
  | 'pageAdded'
  | 'pageChanged'
  | 'pageMoved'
  | 'pagesRemoved'
  | 'looksDifferent'

/** A passage or a page that differs from another version of the paper. */
export type ShownChange = {
  kind: ChangeKind
  /** Its page in the shown version, from 1. */
  page: number
  /** No ranges for a whole page. A range is empty where words were removed. */
  ranges: readonly MarkedRange[]
  /** The words before and after, as far as they are known. */
  before: string
  after: string
}

/** What a viewer shows of a paper's changes: marks in its pages, and a bar to step through them. */
export type ShownChanges = {
  /** `Changed since you read it on 3 November.` */
  title: string
  /** `2 passages changed, on pages 2 and 5.` */
  summary: string
  changes: readonly ShownChange[]
  /** Ends a comparison that the reader has chosen. */
  close?: (() => void) | undefined
  /** Tries again to find the changes. */
  retry?: (() => void) | undefined
}

export const changeWords: Record<ChangeKind, string> = {
  added: 'New',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  pageAdded: 'New page',
  pageChanged: 'Changed page',
  pageMoved: 'Moved page',
  pagesRemoved: 'Removed page',
  looksDifferent: 'Looks different',
}

/**
 * The positions of changes in the order of the list: changed amounts, shares and dates first, because they are what a
 * board decides on, and otherwise in the order of the pages.
 */
export function listedOrder(changes: readonly ShownChange[]): number[] {
  const rank = (index: number) => (hasOtherFigures(changes[index]!) ? 0 : 1)
  return [...changes.keys()].toSorted((a, b) => rank(a) - rank(b))
}

const figures =
  /\p{Nd}+|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/gu

function hasOtherFigures({ kind, before, after }: ShownChange): boolean {
  if (kind !== 'changed') return false
  const [was, is] = [before, after].map((text) => (text.match(figures) ?? []).toSorted().join(' '))
  return was !== is
}

/** A change as a screen reader announces it. */
export function announcedChange(change: ShownChange, position: string): string {
  const { kind, page, before, after } = change
  const words = {
    added: `: ${after}`,
    removed: `: ${before}`,
    changed: `: ${before} – now: ${after}`,
    moved: `: ${after}`,
  }
  const label = kind in words ? words[kind as keyof typeof words] : ''
  return `Change ${position}, page ${page}. ${changeWords[kind]}${label}`
}
