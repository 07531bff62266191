import * as z from 'zod/mini'
import { largest, paperVersion } from './bounds.ts'

/** Lengths in UTF-16 units, and the last page that a note can be on. */
export const noteTargetLimits = {
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
  exact: z.string().check(z.minLength(1), z.maxLength(noteTargetLimits.quotation)),
  prefix: z.string().check(z.maxLength(noteTargetLimits.context)),
  suffix: z.string().check(z.maxLength(noteTargetLimits.context)),
})

/**
 * Positions among the letters (`pageLetters` of `@portal/domain`) of the page of the page selector; a passage that
 * continues on the next page counts on into that page's letters.
 */
export const positionSelector = z.object({
  type: z.literal('TextPositionSelector'),
  start: z.number().check(z.int(), z.gte(0), z.lte(largest.letter)),
  /** The letter after the last one. */
  end: z.number().check(z.int(), z.gte(1), z.lte(largest.letter)),
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
      z.maxLength(noteTargetLimits.ink),
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

function isPageSelector(selector: NoteSelector): boolean {
  return z.safeParse(pageSelector, selector).success
}

/** A place in one version of a paper. There is always a page selector. */
export const noteTarget = z.object({
  /**
   * The paper that it was made in, if that isn't the note's: the note was brought along from the paper that was shown in
   * the same place before. Set by the API.
   */
  documentId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  version: paperVersion,
  selector: z.array(noteSelector).check(
    z.minLength(1),
    z.maxLength(4),
    z.refine((selectors) => selectors.some(isPageSelector), 'A page is missing'),
  ),
  /** The version was withdrawn with its quotations: the target had one. Set by the API; ignored in a save. */
  quotationWithdrawn: z.optional(z.boolean()),
})
export type NoteTarget = z.infer<typeof noteTarget>
