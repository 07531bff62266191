import type { ShownChange, ShownChanges } from '../src/viewer/shown-changes.ts'

/** The letters of the sample paper's lines: a title, then `Line 1: cash and … quarter.` */
const changed: ShownChange = {
  kind: 'changed',
  page: 1,
  ranges: [{ page: 1, from: 13, to: 35 }],
  before: 'cash and securities',
  after: 'cash and cash equivalents',
}
const added: ShownChange = {
  kind: 'added',
  page: 1,
  ranges: [{ page: 1, from: 89, to: 130 }],
  before: '',
  after: 'Line 3: cash and cash equivalents of the quarter.',
}
const removed: ShownChange = {
  kind: 'removed',
  page: 3,
  ranges: [{ page: 3, from: 8, to: 8 }],
  before: 'The saving does not recur.',
  after: '',
}
const newPage: ShownChange = { kind: 'pageAdded', page: 4, ranges: [], before: '', after: '' }

export const sampleChanges: ShownChanges = {
  title: 'Changed since you read it on 3 November.',
  summary: '3 passages changed, on pages 1 and 3; page 4 is new or moved.',
  changes: [changed, added, removed, newPage],
}
