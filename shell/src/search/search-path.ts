/** The shell’s own page with all the results of a search. */
export const searchPath = '/search'
