const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** By a word of each; equal ones stay as they stand, and those without a word come last either way. */
export function inOrder<T>(all: T[], down: boolean, wordOf: (one: T) => string): T[] {
  return all.toSorted((a, b) => {
    const [left, right] = [wordOf(a), wordOf(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return down ? collator.compare(right, left) : collator.compare(left, right)
  })
}
