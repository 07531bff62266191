/** The shell’s own page about the reader’s account. */
export const accountPath = '/account'

/** The shell’s own page with all the results of a search. */
export const searchPath = '/search'
