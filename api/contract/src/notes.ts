import * as z from 'zod/mini'

/** The most that one person can write on one paper, and in one save. Lengths in UTF-16 units. */
export const noteLimits = {
  perPaper: 2000,
  perSave: 100,
  text: 20_000,
  quotation: 8000,
  context: 64,
  ink: 100_000,
  lastPage: 20_000,
} as const

const number = String.raw`\d{1,5}(?:\.\d{1,3})?`

/** The page, from 1, where the target begins: `page=4` (RFC 3778). */
export const pageSelector = z.object({
  type: z.literal('FragmentSelector'),
  conformsTo: z.literal('http://tools.ietf.org/rfc/rfc3778'),
  value: z.string().check(z.regex(/^page=[1-9]\d{0,4}$/)),
})

/** A rectangle of the page, in % of its width and height: `xywh=percent:12.5,40,30,8` (Media Fragments). */
export const rectangleSelector = z.object({
  type: z.literal('FragmentSelector'),
  conformsTo: z.literal('http://www.w3.org/TR/media-frags/'),
  value: z
    .string()
    .check(z.regex(new RegExp(String.raw`^xywh=percent:${number},${number},${number},${number}$`))),
})

/** The words themselves, with those around them. */
export const quoteSelector = z.object({
  type: z.literal('TextQuoteSelector'),
  exact: z.string().check(z.minLength(1), z.maxLength(noteLimits.quotation)),
  prefix: z.string().check(z.maxLength(noteLimits.context)),
  suffix: z.string().check(z.maxLength(noteLimits.context)),
})

/**
 * Positions among the letters (`pageLetters` of `@portal/domain`) of the page of the page selector; a passage that
 * continues on the next page counts on into that page's letters.
 */
export const positionSelector = z.object({
  type: z.literal('TextPositionSelector'),
  start: z.number().check(z.int(), z.gte(0)),
  /** The letter after the last one. */
  end: z.number().check(z.int(), z.gte(1)),
})

/**
 * Ink: paths of straight lines in a box of 100 × 100 over the page, and nothing else.
 * `<svg viewBox="0 0 100 100"><path d="M1 2L3.5 4"/></svg>`
 */
export const inkSelector = z.object({
  type: z.literal('SvgSelector'),
  value: z
    .string()
    .check(
      z.maxLength(noteLimits.ink),
      z.regex(
        /^<svg viewBox="0 0 100 100">(?:<path d="(?:[ML]\d{1,3}(?:\.\d{1,3})? \d{1,3}(?:\.\d{1,3})?)+"\/>)+<\/svg>$/,
      ),
    ),
})

/** A selector of the W3C Web Annotation Data Model. */
export const noteSelector = z.union([
  pageSelector,
  rectangleSelector,
  quoteSelector,
  positionSelector,
  inkSelector,
])
export type NoteSelector = z.infer<typeof noteSelector>

/** A place in one version of a paper. There is always a page selector. */
export const noteTarget = z.object({
  version: z.number().check(z.int(), z.gte(1)),
  selector: z.array(noteSelector).check(z.minLength(1), z.maxLength(4)),
})
export type NoteTarget = z.infer<typeof noteTarget>

export const noteColors = ['yellow', 'green', 'blue', 'pink'] as const
export const noteColor = z.enum(noteColors)
export type NoteColor = z.infer<typeof noteColor>

/** What its owner decides about a note. */
const noteContent = {
  color: noteColor,
  /** Plain text; empty for a highlight or ink without words. */
  text: z.string().check(z.maxLength(noteLimits.text)),
  /** Where it was made. It never changes. */
  target: noteTarget,
  /** Where its owner has placed it by hand in a later version. */
  placed: z.optional(noteTarget),
  /** The newest version for which its owner has dismissed it from the notes that aren't placed. */
  dismissed: z.optional(z.number()),
}

/** A highlight, a note or ink on a paper: its owner's alone. */
export const note = z.object({
  /** A UUID that the device makes. */
  id: z.uuid(),
  documentId: z.string(),
  ...noteContent,
  revision: z.number(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  changedAt: z.string(),
})
export type Note = z.infer<typeof note>

/** Where a note is in the version that is shown: letters of a page, or the page without ranges. */
export const notePlace = z.object({
  /** From 1. */
  page: z.number(),
  /** Like `MarkedRange`: letters from `from` to `to`, which isn't included, page by page. */
  ranges: z.array(z.object({ page: z.number(), from: z.number(), to: z.number() })),
  /** `approximate`: the words have changed, and these are the most alike. */
  how: z.enum(['same', 'moved', 'approximate', 'byHand']),
})
export type NotePlace = z.infer<typeof notePlace>

/** A note on the version that was asked for; without a place, its passage couldn't be found there. */
export const placedNote = z.object({ note, place: z.optional(notePlace) })
export type PlacedNote = z.infer<typeof placedNote>
