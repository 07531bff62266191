import * as fc from 'fast-check'

/** The papers of a history: one in the drive, and one that is uploaded. */
export const historyPapers = ['synced', 'uploaded']

const paper = fc.nat({ max: historyPapers.length - 1 })
const person = fc.nat({ max: 1 })
/** Papers have the same bytes now and then. */
const bytes = fc.constantFrom('A', 'B', 'C')
/** One of the paper's versions, or the number after them. */
const version = fc.nat({ max: 11 })
const anyReport = fc.record({
  kind: fc.constant('report' as const),
  person,
  paper,
  version,
  page: fc.integer({ min: 1, max: 2 }),
  seconds: fc.constantFrom(0, 1, 5),
  isRead: fc.option(fc.boolean(), { nil: undefined }),
})
const withdrawal = fc.record({
  kind: fc.constant('withdraw' as const),
  paper,
  version,
  /** The process ends before it has deleted the files. */
  isKilled: fc.boolean(),
})
const anyStep = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('replace' as const), paper, bytes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), paper }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
  { weight: 5, arbitrary: withdrawal },
  { weight: 5, arbitrary: anyReport },
  /** A device sends what it has sent before. */
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('map' as const), paper }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), person, isOn: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), person }) },
)
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
export type ReportStep = Extract<Step, { kind: 'report' }>
export type Withdrawal = Extract<Step, { kind: 'withdraw' }>

export const history = fc.record({
  keptVersions: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  steps: fc.array(anyStep, { minLength: 4, maxLength: 10, size: 'max' }),
})
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never
