import { argv } from 'node:process'

/** What notes cost: placing them in the next version of a paper, and showing them in a browser. Each runs alone by its name. */
const parts = {
  placing: () => import('./notes-placing.ts'),
  listing: () => import('./notes-listing.ts'),
  showing: () => import('./notes-showing.ts'),
}
const wanted = argv.slice(2)
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await run()
}
