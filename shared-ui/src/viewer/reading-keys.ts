import { createContext } from 'react'

/** What the single keys of the page around a paper do, by key: `{ a: 'Open the agenda' }`. */
export const ReadingKeys = createContext<Readonly<Record<string, string>>>({})
