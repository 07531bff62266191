/** True in `test --long`, which tries every combination; `test` tries each value at least once. */
export const everyCombination = process.env['TEST_LONG'] === '1'

/** All of a sweep in `test --long`, otherwise one of every `step`, beginning with the first. */
export function sweep<Item>(all: Item[], step: number): Item[] {
  return everyCombination ? all : all.filter((_, index) => index % step === 0)
}
