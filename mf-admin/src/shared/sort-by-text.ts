const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Sorts by a text of each element. Equal elements keep their order, and elements without a text come last in either direction. */
export function sortByText<T>(all: T[], down: boolean, textOf: (element: T) => string): T[] {
  return all.toSorted((a, b) => {
    const [left, right] = [textOf(a), textOf(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return down ? collator.compare(right, left) : collator.compare(left, right)
  })
}
