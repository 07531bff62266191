/** How many documents the list shows at first. */
export const shownAtFirst = 100
