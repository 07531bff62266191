/** Why a slot can't show its paper: it is gone from the portal, or its file can't be opened. */
export const paperProblems = ['missing', 'withdrawn', 'damaged', 'encrypted', 'tooLarge'] as const
export type PaperProblem = (typeof paperProblems)[number]

/**
 * What opening a paper's file has shown. `form` and `portfolio`: a PDF that Adobe's program builds from its data, or from
 * the files in it. Its pages only ask for that program.
 */
export const paperConditions = ['ready', 'broken', 'encrypted', 'form', 'portfolio'] as const
export type PaperCondition = (typeof paperConditions)[number]

/** In bytes. A larger paper can't be opened. */
export const largestPaper = 200 * 1024 * 1024

type Paper = {
  withdrawn?: boolean | undefined
  /** The stored file is damaged, and there is no copy that the viewer could open. */
  damaged?: boolean | undefined
  /** `broken` if the PDF can't be read, `encrypted` if it needs a password. */
  condition?: PaperCondition | undefined
  /** It expands to more than can be opened. */
  too_large?: boolean | undefined
  /** In bytes. */
  size: number
}

/** The problem of a mapped paper; `paper` is undefined if the portal doesn't have it any more. */
export function paperProblemOf(paper: Paper | undefined): PaperProblem | undefined {
  if (!paper) return 'missing'
  if (paper.withdrawn) return 'withdrawn'
  if (paper.too_large) return 'tooLarge'
  if (paper.damaged || paper.condition === 'broken') return 'damaged'
  if (paper.condition === 'encrypted') return 'encrypted'
  return paper.size > largestPaper ? 'tooLarge' : undefined
}

/** What members read in place of the paper. */
export const paperProblemSentences: Record<PaperProblem, string> = {
  missing: 'This paper isn’t in the portal at the moment.',
  withdrawn: 'This paper was withdrawn.',
  damaged: 'This paper’s file is damaged, so it can’t be shown at the moment.',
  encrypted: 'This paper needs a password, so it can’t be shown here.',
  tooLarge: 'This paper is too large to open here.',
}

/** What readers are shown in place of the pages of a PDF that isn't shown here. */
export const elsewhereSentences = {
  form: 'This is an interactive form. It opens in Adobe Acrobat Reader, once it is downloaded.',
  portfolio:
    'This is a portfolio: several files in one. They open in Adobe Acrobat Reader, once it is downloaded.',
} satisfies Partial<Record<PaperCondition, string>>

/** Whether a PDF opens only in Adobe's program. */
export function isShownElsewhere(
  condition: PaperCondition | undefined,
): condition is keyof typeof elsewhereSentences {
  return condition === 'form' || condition === 'portfolio'
}
