/** Begins the keys of whether quarters are published: a first save may start a quarter in preparation. */
export const publicationKey = ['admin', 'publication']

/** The query of a save that an admin makes on a screen, and not a program. */
export const asPreparing = { preparing: 'true' } as const
