/** The comment on every fourth year of a scenario. */
export const notes = [
  'At this size the portfolio can still hold assets that take years to sell, and the committee keeps the private holdings until they return cash on their own.',
  'From here on each new multi-year award is written to end before the last year, and every renewal letter says so.',
  'The share of bonds and cash covers at least three years of spending, so that no grant depends on the price of shares in a given month.',
  'Final grants are larger and fewer: they leave each partner with reserves, a trained successor or a building, rather than with a gap.',
  'The staff is smaller, with retention agreements for those who stay until the last report is filed.',
]

/** Risks and their mitigation. */
export const risks: [string, string][] = [
  [
    'A poor market early on',
    'The level payment is recalculated every year from what is there. A loss is shared by all the years that remain, instead of falling on the last. Three years of spending stand in bonds and cash.',
  ],
  [
    'A poor market at the end',
    'The allocation moves towards bonds and cash each year, and from five years before the close no new money goes into assets that take more than a year to sell.',
  ],
  [
    'Promises longer than the foundation',
    'No award may run past the last year but one. The grants system refuses a payment schedule that does, and the executive director reviews the list of open commitments each quarter.',
  ],
  [
    'People leave before the work is done',
    'Retention agreements begin four years before the close. The archive, the final audit and the last tax return are budgeted now, with names beside them.',
  ],
  [
    'Partners who depend on us',
    'Where our grants are more than a quarter of a partner’s income, the program officer agrees on a plan for the time after us, and the legacy budget helps to pay for it.',
  ],
]
