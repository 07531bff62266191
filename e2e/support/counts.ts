/** True in `test --long`, which tries every combination; `test` tries each value at least once. */
export const everyCombination = process.env['TEST_LONG'] === '1'

/** The tag of a journey that is one of several of its kind: only `test --long` runs all of them. */
export function tagOf(isOfOrdinaryRun: boolean): string[] {
  return isOfOrdinaryRun ? [] : ['@long']
}

/** All of a sweep in `test --long`, otherwise one of every `step`, beginning with the first. */
export function sweep<Item>(all: readonly Item[], step: number): readonly Item[] {
  return everyCombination ? all : all.filter((_, index) => index % step === 0)
}

/** A laptop's, an iPad's and a phone's window, in px. */
export const windows = [
  { width: 1280, height: 800 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
]
