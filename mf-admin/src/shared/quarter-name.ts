import type { Quarter } from '@portal/domain/quarter'

/** `Q4 2026`, as headings and questions name a quarter. */
export const quarterName = ({ year, quarter }: Quarter) => `Q${quarter} ${year}`
