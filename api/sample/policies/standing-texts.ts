import { pairs, type Policy } from './policy.ts'

export const budgetOverview = (year: number): Policy => ({
  title: 'Budget Overview',
  subtitle: 'How the budget is made, read and changed',
  facts: [
    ['Kept by', 'Samuel Osei, Director of Finance'],
    ['Read with', `Budget vs Actual and Budget Update, ${year}`],
  ],
  chapters: [
    {
      title: 'What the budget is',
      texts: [
        'The budget is the board’s promise for a year: what will be granted, what it costs to grant it well, and what the endowment can bear. It begins with the spend-down model, not with last year’s figures.',
        'The board approves five groups of lines. Management may move money between the lines of a group. Between groups, changes of up to five percent are reported, and larger ones are asked for.',
      ],
    },
    {
      title: 'The five groups',
      table: pairs('Group', 'What it holds', [
        ['Grants', 'Awards, when they are paid, in five program areas'],
        ['Direct charitable programs', 'Convenings, technical assistance, evaluation and research'],
        ['Staff', 'Salaries, benefits, payroll taxes, training and travel'],
        ['Governance', 'Board meetings, trustees’ travel and insurance'],
        ['Administration', 'Occupancy, technology, legal, audit, tax and office'],
      ]),
    },
    {
      title: 'The year of a budget',
      list: [
        'June: the investment committee brings the spend-down model up to date.',
        'September: the board discusses the frame.',
        'October and November: the finance committee reads the draft twice.',
        'December: the board approves the budget.',
        'March to December: results and variances at each meeting.',
      ],
    },
    {
      title: 'How to read a variance',
      texts: [
        'A variance is actual less budget. For spending, a positive figure is more than planned. Most variances of the grants lines are of timing: an award moves from one month to the next and the year is unchanged. The commentary says which.',
      ],
    },
    {
      title: 'Words',
      table: pairs('Word', 'Meaning', [
        ['Phasing', 'How a year’s amount is spread over its months'],
        ['Forecast', 'What we now expect for the year, whatever the budget said'],
        ['Level payment', 'The yearly amount that uses up the endowment by the last day'],
        ['Excise tax', 'The federal tax on a foundation’s investment income'],
        ['Commitment', 'A promise already made, to be paid in later years'],
      ]),
    },
  ],
})

export const teamAstroRecs = (year: number): Policy => ({
  title: 'Team Astro Recs',
  subtitle: 'Recommendations of the working group on how board and staff work together',
  facts: [
    ['From', 'Ingrid Sørensen, Tomás Rivera, Ruth Abelman and Hana Takeda'],
    ['Received by the board', `Spring ${year - 1}`],
  ],
  chapters: [
    {
      title: 'Who we are',
      texts: [
        'Team Astro is two trustees and two members of staff. We took our name from the night sky over the retreat house and our task from the board: to say how meetings, papers and decisions could be better while there is less and less time for them.',
      ],
    },
    {
      title: 'What we did',
      texts: [
        'We read the papers of eight meetings, timed three of them, and spoke with every trustee and every member of staff. We found much good will, and a habit of answering a question with a longer paper.',
      ],
    },
    {
      title: 'Recommendations',
      sections: [
        [
          'Shorter papers, sooner',
          'Each paper begins with half a page that says what is asked. Papers are in the portal ten days before the meeting, and nothing is added after that.',
        ],
        [
          'One place',
          'Everything a trustee needs is in the portal. E-mail says that something is there; it does not carry it.',
        ],
        [
          'More time for what matters',
          'The consent agenda takes what needs no talk. Half of each meeting belongs to one subject that the board has chosen.',
        ],
        [
          'Numbers one can follow',
          'Every table adds up on its page, says its unit, and shows the same months in the same order.',
        ],
        [
          'Questions before the meeting',
          'Trustees send questions of fact to the liaison. Answers go to all.',
        ],
        ['An honest end', 'Each meeting closes with five minutes on the meeting itself.'],
      ],
    },
    {
      title: 'What has been done',
      table: pairs('Recommendation', 'State', [
        ['Shorter papers, sooner', 'Done; ten days kept at three of four meetings'],
        ['One place', 'Done with this portal'],
        ['More time for what matters', 'Done; sixty minutes on one subject'],
        ['Numbers one can follow', 'Done; checked before papers go out'],
        ['Questions before the meeting', 'Begun'],
        ['An honest end', 'Begun; often forgotten when it is late'],
      ]),
    },
    {
      title: 'What we would do next',
      list: [
        'Ask each new trustee after a year what still puzzles them.',
        'Drop one report a year that nobody missed.',
        'Begin now to write the history of the foundation, while those who made it can be asked.',
      ],
    },
  ],
})

export const missionVisionValues = (sunset: number): Policy => ({
  title: 'Mission, Vision, Values',
  subtitle: 'What we are here for, and how we want to be known',
  facts: [['Adopted', 'By the board, at the retreat that began the spend-down']],
  chapters: [
    {
      title: 'Mission',
      texts: [
        'Larkspur helps people in the valleys and small towns of the West to care for their land, their children and one another, and to be able to go on when we are gone.',
      ],
    },
    {
      title: 'Vision',
      texts: [
        'Rivers that run to the sea. Children who are ready and glad to learn. A nurse within an hour. Neighbors who have each other’s numbers, and organizations that are as strong as the people in them.',
      ],
    },
    {
      title: 'Values',
      sections: [
        [
          'Closeness',
          'We go and see. We ask those who live there, and we pay them for their time when we ask for much of it.',
        ],
        [
          'Patience with a date',
          `We work slowly and on purpose, knowing that we close in ${sunset}. The date is a gift: it makes us choose.`,
        ],
        [
          'Candor',
          'We say no early, and we say why. We tell partners what we don’t know. We would rather hear that something failed than read that it went well.',
        ],
        [
          'Thrift',
          'Every dollar was earned by somebody. We spend on people and purposes, and little on ourselves.',
        ],
        [
          'Courage',
          'We fund what is right and unfinished. If all of our grants succeed, we have been too careful.',
        ],
      ],
    },
    {
      title: 'What follows from them',
      texts: ['Values are worth what they change. These are the habits we hold one another to.'],
      list: [
        'A visit before an award, and one after it that asks for nothing.',
        'Four pages for an application and eight weeks for an answer.',
        'Awards of three years or more, with money for reserves.',
        'Reports by conversation; we write them down ourselves.',
        'A table at which the youngest person speaks first.',
      ],
    },
    {
      title: 'How we want to be remembered',
      texts: [
        'Not at all, in the best case. If children swim in the river and the clinic is open on Sundays, nobody needs to know who helped.',
      ],
    },
  ],
})

export const spenddownTalkingPoints = (sunset: number): Policy => ({
  title: 'Spenddown Talking Points',
  subtitle: 'For trustees and staff who are asked about the close of the foundation',
  facts: [
    ['Kept by', 'Wei Chen, Executive Director'],
    ['Use', 'In your own words. Please don’t hand this paper out.'],
  ],
  chapters: [
    {
      title: 'The three things to say',
      list: [
        `Larkspur will give away all it has and close at the end of ${sunset}. The decision is made and public.`,
        'We are not leaving early: every award will be kept, and no partner hears of a last grant less than two years ahead.',
        'We do it because the work is urgent now, and because those who care for it want to see it through.',
      ],
    },
    {
      title: 'Questions that people ask',
      sections: [
        [
          'Is something wrong?',
          'No. The endowment is sound, and the books are audited every year. Spending down is a choice about time, not about trouble.',
        ],
        [
          'Why not go on for ever?',
          'A river or a child can’t wait until the returns of next century come in. Larger and longer grants now do what small ones for ever can’t.',
        ],
        [
          'What happens to us, your partners?',
          'We sit down with each partner and plan for the time after us. Where we are more than a quarter of your income, we help to pay for that plan.',
        ],
        [
          'Will you give more each year?',
          'We aim at level grants. That is the most useful thing for those who plan with them. In a year of great need we can give more early.',
        ],
        [
          'What happens to your staff?',
          'Those who stay to the end have agreements that make it worth their while, and help in finding what comes next.',
        ],
        [
          'Who will take your place?',
          'In part nobody, and we say so. In part community funds, public money and people who have learned from one another. We introduce partners to them, and we do it in person.',
        ],
        [
          'May I quote you?',
          'Please refer reporters to the executive director. She answers the same day.',
        ],
      ],
    },
    {
      title: 'Words we use, and words we don’t',
      table: pairs(
        'We say',
        'Rather than',
        [
          ['Close', 'Shut down'],
          ['Final grants', 'Exit grants'],
          ['Partners', 'Beneficiaries'],
          ['The time after us', 'Sustainability'],
          ['We don’t know yet', 'That is being finalized'],
        ],
        50,
      ),
    },
    {
      title: 'If you get stuck',
      texts: [
        'Say that you will find out, and do. Ruth Abelman knows whom to ask. A late answer that is right is better than a quick one that we must take back.',
      ],
    },
  ],
})
