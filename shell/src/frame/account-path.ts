/** The shell’s own page about the reader’s account. */
export const accountPath = '/account'
