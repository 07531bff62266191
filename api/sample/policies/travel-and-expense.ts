import { pairs, type Policy } from './policy.ts'

export const travelAndExpense = (amended: string): Policy => ({
  title: 'Travel & Expense Policy',
  subtitle: 'For trustees, staff and guests who travel or spend for the foundation',
  facts: [
    ['Approved', amended],
    ['Kept by', 'Samuel Osei, Director of Finance'],
    ['Questions', 'Ruth Abelman, Board Liaison'],
  ],
  chapters: [
    {
      title: 'In short',
      list: [
        'Spend the foundation’s money as you would spend your own, if you were careful and not rich.',
        'Book early, travel in the ordinary class, and stay where you can work and sleep.',
        'Keep the receipt. Send it within thirty days.',
        'If the policy doesn’t fit your trip, ask first. The answer is often yes.',
      ],
    },
    {
      title: 'Who and what',
      sections: [
        [
          'Who',
          'The policy applies to trustees, officers, employees, candidates for either, consultants whose contract says so, and guests whom the foundation has invited.',
        ],
        [
          'Tax',
          'The foundation refunds expenses under an accountable plan: there must be a purpose of the foundation, a receipt, and any advance that was not spent comes back. Refunds under such a plan are not income.',
        ],
        [
          'Companions',
          'The foundation does not pay for companions. Where a trustee needs a companion for reasons of health, the chair may approve it.',
        ],
      ],
    },
    {
      title: 'Getting there',
      sections: [
        [
          'Flights',
          'Coach class, at the fare of a reasonable connection. A seat with more room may be booked for flights above four hours or for reasons of health. Fares are best three weeks ahead; the board’s dates are in the portal a year ahead for that reason.',
        ],
        [
          'Trains and buses',
          'Any class in which one can work. We prefer the train where it takes less than five hours.',
        ],
        [
          'Own car',
          'Mileage is refunded at the rate the tax authority publishes. Parking and tolls are added. Fines are not.',
        ],
        [
          'Rental cars',
          'A compact car, unless the roads or the number of passengers ask for another. Decline the insurance in the United States: the foundation’s covers you.',
        ],
        ['Taxis and shared rides', 'Where they save time or after dark. Tips up to a fifth.'],
      ],
    },
    {
      title: 'Staying there',
      sections: [
        [
          'Hotels',
          'A single room at the rate the liaison has agreed, or up to the limit below. For board meetings the liaison books a block.',
        ],
        [
          'Staying with friends',
          'A gift to the host of up to sixty dollars is refunded instead of a hotel.',
        ],
      ],
      table: pairs('Expense', 'Limit', [
        ['Hotel, large city', '$260 a night, before tax'],
        ['Hotel, elsewhere', '$180 a night, before tax'],
        ['Meals, full day', '$78; on the first and last day $58'],
        ['Meal with a guest', '$55 a person; name the guest and the reason'],
        ['Gift to a host', '$60 a stay'],
        ['Child or elder care during a board meeting', '$160 a day'],
      ]),
    },
    {
      title: 'Meals',
      sections: [
        [
          'Daily limit',
          'Meals are refunded as spent, up to the daily limit. When the meeting provides a meal, take it.',
        ],
        ['Alcohol', 'A glass with dinner is fine within the limit. It is not refunded otherwise.'],
        [
          'Partners',
          'We pay when we invite grantees. We don’t let them pay for us beyond a meal during a visit.',
        ],
      ],
    },
    {
      title: 'What is not refunded',
      list: [
        'Upgrades, clubs, minibars and films',
        'Fines, late fees and lost property',
        'Contributions to campaigns or parties, in any form',
        'Days added for private reasons, except where they lower the cost of the whole trip',
      ],
    },
    {
      title: 'How to be paid back',
      sections: [
        [
          'Reports',
          'Use the form in the portal or a plain letter. Name the trip, its purpose and each expense, and attach receipts above twenty-five dollars.',
        ],
        [
          'Time',
          'Within thirty days of the trip. After ninety days the foundation can no longer refund it as an expense.',
        ],
        [
          'Approval',
          'Staff reports are approved by the person’s director; those of directors by the executive director; those of the executive director and trustees by the treasurer; those of the treasurer by the chair. Nobody approves their own.',
        ],
        ['Payment', 'By transfer within ten working days.'],
      ],
    },
    {
      title: 'Cards and advances',
      sections: [
        [
          'Foundation cards',
          'Staff who travel often hold a card in the foundation’s name, with a limit. Private purchases on it are not allowed, not even when repaid at once.',
        ],
        [
          'Advances',
          'An advance may be given for trips above $500 and is settled within thirty days.',
        ],
      ],
    },
    {
      title: 'Safety, health and climate',
      texts: [
        'Nobody needs to travel when they feel unsafe. A canceled ticket is a small price. The liaison keeps an emergency number for every trip.',
        'We meet by video where it serves as well, hold two of four board meetings in the season of mild weather, and add a modest sum for each flight to a fund for land restoration.',
      ],
    },
    {
      title: 'Exceptions and review',
      texts: [
        'The treasurer may allow exceptions in writing. They are reported to the finance committee once a year, without names. The committee reviews the limits every spring.',
      ],
    },
  ],
})
