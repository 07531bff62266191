/** The shell’s own page about the reader’s account. */
export const accountPath = '/account'

/** The shell’s own page with all the results of a search. */
export const searchPath = '/search'

/** The page of a guest's or assistant's calendar feed, at the address of the members' one. */
export const yourCalendarPath = '/calendar/yours'
