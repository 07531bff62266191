import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * What has papers, mappings, agendas or closed items without asking who reads them, and the features that may use it, each
 * with its reason. Everything else asks `visibility`, or the services behind it: `documents`, `mappings` and `agendas`.
 */
const sources: Record<string, Record<string, string>> = {
  SyncedDocumentsService: {
    'board-book': 'plans a book from mappings that its reader sees',
    documents: 'stores papers',
    mappings: 'adds the metadata of mapped papers',
    sync: 'stores papers, and masks the names of restricted ones',
    uploads: 'stores papers, and refuses those of closed items',
    visibility: 'decides',
  },
  MappingsInMemory: {
    directory: 'looks for images of cards',
    guests: 'checks each slot with visibility',
    mappings: 'stores mappings',
    notices: 'checks each slot with visibility',
    questions: 'checks each slot with visibility',
    setup: 'counts what a new portal has',
    visibility: 'decides',
  },
  AgendasInMemory: {
    agendas: 'stores agendas',
    calendar: 'matches events to meetings that visibility shows',
    feeds: 'lists meetings that visibility shows',
    guests: 'checks each item with visibility',
    meetings: 'lists meetings that visibility shows',
    notices: 'tells of meetings that visibility shows',
    questions: 'checks each item with visibility',
    replies: 'checks meetings and items with visibility',
    visibility: 'decides',
  },
  readDocument: {
    documents: 'stores papers',
    sync: 'stores papers',
    uploads: 'stores papers, and refuses those of closed items',
  },
  readRevisedDocument: {
    documents: 'stores papers',
    uploads: 'stores papers, and refuses those of closed items',
  },
  storedDocuments: { documents: 'stores papers', sync: 'stores papers' },
  watchDocuments: {
    documents: 'stores papers',
    search: 'indexes papers, and leaves hidden ones out',
  },
  getUnchecked: {
    mappings: 'stores mappings',
    meetings: 'checks the slot with visibility',
    uploads: 'names the slots of papers that the admin may read',
  },
  closedItemsCollection: { agendas: 'stores agendas', visibility: 'decides' },
  rawCollection: {
    doctor: 'counts documents',
    'portal-exports': 'exports everything but closed items',
  },
}

const apiTests = /(\.test|-suite|-fixture|-fixtures)\.ts$/

/** The features whose code has a word, in these files by path. */
function featuresWith(word: string, files: ReadonlyMap<string, string>): string[] {
  const found = [...files].filter(([, text]) => new RegExp(`\\b${word}\\b`).test(text))
  return [...new Set(found.map(([file]) => file.split('/')[3]!))].toSorted()
}

const files = new Map(
  globSync('api/src/features/**/*.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !apiTests.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

it.each(Object.entries(sources))('lets only reviewed features use %s', (word, known) => {
  expect(featuresWith(word, files)).toEqual(Object.keys(known).toSorted())
})

it('finds a feature that reads papers in another way', () => {
  const other = new Map([['api/src/features/feed/feed.ts', 'import { readDocument } from "x"']])
  expect(featuresWith('readDocument', other)).toEqual(['feed'])
})
