import { pairs, type Policy } from './policy.ts'

export const charitableContributions = (amended: string): Policy => ({
  title: 'Charitable Contributions',
  subtitle: 'Matching gifts, gifts that trustees name, and gifts in memory',
  facts: [
    ['Approved', amended],
    ['Kept by', 'Hana Takeda, Director of Programs'],
    ['Forms', 'At the end of this paper, and from the board liaison'],
  ],
  chapters: [
    {
      title: 'Purpose',
      texts: [
        'Besides the grants that the board decides on, the foundation honors the giving of the people who serve it. This policy says how, and how much.',
        'All contributions under this policy are grants of the foundation. They are made for its purposes alone, to organizations that may receive them, and never in place of a promise that a person has made.',
      ],
    },
    {
      title: 'What is available',
      table: {
        columns: [
          { label: 'Kind', share: 30 },
          { label: 'For whom', share: 28 },
          { label: 'Up to a year', share: 18, figures: true },
          { label: 'Match', share: 24, figures: true },
        ],
        rows: [
          { cells: ['Trustee-named gifts', 'Each trustee', '$15,000', 'none needed'] },
          { cells: ['Matching gifts', 'Trustees and staff', '$5,000', 'two for one'] },
          { cells: ['Volunteer gifts', 'Staff', '$1,000', '$25 an hour'] },
          { cells: ['Gifts in memory', 'Family of the foundation', '$2,500', 'none needed'] },
        ],
        note: 'Amounts a person, in a calendar year. What is not used in a year lapses.',
      },
    },
    {
      title: 'Who may receive',
      sections: [
        [
          'Eligible organizations',
          'Public charities in the United States, public schools and libraries, tribal governments, and fire companies that may receive gifts.',
        ],
        [
          'Not eligible',
          'Private foundations, funds that a donor advises, campaigns and parties, individuals, and organizations that exclude people for who they are.',
        ],
        [
          'Current grantees',
          'A grantee of the foundation may also receive a contribution under this policy. The program officer is told.',
        ],
      ],
    },
    {
      title: 'Rules that protect you',
      sections: [
        [
          'No benefit in return',
          'A contribution may not pay for anything of value to you or your family: no table at a dinner, no tuition, no membership with privileges.',
        ],
        [
          'No pledges',
          'The foundation can’t pay what you have promised in your own name. The law calls that self-dealing. Ask before you sign a pledge card.',
        ],
        [
          'Your own service',
          'If you or a member of your family is paid by the organization, the contribution needs the approval of the governance committee.',
        ],
      ],
    },
    {
      title: 'How it works',
      list: [
        'Choose the organization and fill in the form. Ten minutes are enough.',
        'Staff check whether the organization may receive the gift. This takes about a week.',
        'The foundation pays the organization directly and tells you when it has.',
        'The contribution is listed, without the name of the person, in the next consent agenda.',
      ],
    },
    {
      title: 'Matching gifts',
      texts: [
        'Your own gift comes first. Send us the receipt within six months, and the foundation gives two dollars for each of yours, from twenty-five dollars up.',
      ],
      table: pairs('You gave', 'The foundation gives', [
        ['$25', '$50'],
        ['$500', '$1,000'],
        ['$2,500', '$5,000, the most for a year'],
      ]),
    },
    {
      title: 'In years of the spend-down',
      texts: [
        'Contributions under this policy end one year before the foundation closes. In the last three years trustees may gather what is left of their yearly amounts in one gift.',
      ],
    },
    {
      title: 'Form',
      texts: [
        'Please send this page to the board liaison, or fill in the same fields in an e-mail.',
      ],
      table: pairs(
        'Field',
        'Your answer',
        [
          'Your name',
          'Kind of contribution',
          'Organization and city',
          'Tax number, if known',
          'Amount',
          'Purpose, if not general',
          'Do you or your family serve there?',
          'Date',
        ].map((name) => [name, ' ']),
      ),
    },
  ],
})
