import { pairs, type Policy } from './policy.ts'

export const bylaws = (sunset: number, amended: string): Policy => ({
  title: 'Bylaws',
  subtitle: 'The rules by which the Larkspur Foundation governs itself',
  facts: [
    ['Adopted', 'October 4, 1987'],
    ['Last amended', amended],
    ['Kept by', 'Eleanor Whitcombe, Secretary'],
  ],
  chapters: [
    {
      title: 'Article I. Name, offices and term',
      sections: [
        [
          'Name',
          'The name of this corporation is the Larkspur Foundation. In these bylaws it is called the foundation.',
        ],
        [
          'Principal office',
          'The principal office is Larkspur House, in Los Angeles, California. The board may move it, and may open or close other offices, by a majority of the trustees in office.',
        ],
        [
          'Term',
          `The foundation exists until December 31, ${sunset}. By that day it shall have given away all of its assets for charitable purposes and shall be dissolved. The board may set an earlier day by two thirds of the trustees in office, with at least two years’ notice to every grantee with an award then running. It may not set a later one.`,
        ],
        [
          'Purposes',
          'The foundation is organized and operated exclusively for charitable, educational and scientific purposes. Its work is described in the articles of incorporation and in the statement of mission, vision and values.',
        ],
      ],
    },
    {
      title: 'Article II. No members',
      sections: [
        [
          'No members',
          'The foundation has no members. Every action that the law would ask of members is taken by the board.',
        ],
        [
          'Associates',
          'The board may call advisors, fellows or councils by any name. None of them is a member in the sense of the law, and none has a vote.',
        ],
      ],
    },
    {
      title: 'Article III. The board of trustees',
      sections: [
        [
          'Powers',
          'The affairs of the foundation are managed, and its powers exercised, by or under the direction of the board of trustees.',
          'Without limiting these powers the board shall choose and remove the executive director, approve the budget, adopt the investment policy, approve grants above the authority it has delegated, and see to it that the foundation ends well.',
        ],
        [
          'Number',
          'The board has at least five and at most nine trustees. The number is set from time to time by resolution. A change of number does not shorten the term of any trustee.',
        ],
        [
          'Qualifications',
          'A trustee is an adult person who knows the communities the foundation serves or a field it needs. At least two trustees shall not be related to the founders. No trustee may be an employee of the foundation.',
        ],
        [
          'Election and term',
          'Trustees are elected by the board at the last meeting of the year, for three years beginning on January 1. A trustee may serve three full terms in a row. Descendants of the founders who hold the family seat may serve without that limit.',
          'In the last four years before the close, terms may be extended by resolution so that the board which ends the foundation knows its history.',
        ],
        [
          'Vacancies',
          'A vacancy is filled by a majority of the trustees then in office, for the rest of the term. A vacancy exists when a trustee dies, resigns, is removed, or misses four meetings in a row without excuse.',
        ],
        [
          'Resignation',
          'A trustee may resign by a letter to the chair or the secretary. The resignation takes effect when it is received, unless it names a later day.',
        ],
        [
          'Removal',
          'A trustee may be removed, with or without cause, by two thirds of the trustees then in office, at a meeting whose notice says so. The trustee has the right to be heard.',
        ],
        [
          'No pay',
          'Trustees serve without pay. Reasonable expenses are refunded under the travel and expense policy. A trustee may name a charity for the yearly contribution that the charitable contributions policy allows.',
        ],
        [
          'Inspection',
          'Every trustee may at any reasonable time read all books, records and documents of the foundation, and inspect its properties.',
        ],
      ],
    },
    {
      title: 'Article IV. Meetings',
      sections: [
        [
          'Regular meetings',
          'The board meets at least once in each quarter. Unless it decides otherwise, it meets on the second Thursday of the quarter’s last month.',
        ],
        [
          'Special meetings',
          'A special meeting may be called by the chair, by the executive director or by any two trustees. Its notice names its purpose, and nothing else is decided there.',
        ],
        [
          'Notice',
          'Notice of a regular meeting is given ten days ahead, together with its papers. Notice of a special meeting is given four days ahead by mail, or two days ahead by telephone or e-mail.',
          'A trustee who attends without protest has waived notice, and a trustee may waive it in writing before or after.',
        ],
        [
          'Papers',
          'The board liaison makes the papers available in the board portal with the notice. A paper that comes later is discussed only if nobody objects.',
        ],
        [
          'Quorum',
          'A majority of the trustees in office is a quorum. A meeting that had a quorum may go on after a trustee leaves, as long as each decision has the votes that a quorum would ask.',
        ],
        [
          'Voting',
          'Each trustee has one vote. Except where these bylaws or the law ask for more, the board decides by a majority of those present. There is no voting by proxy.',
        ],
        [
          'Attendance by video',
          'Trustees may take part by video or telephone if all can hear one another. They count as present.',
        ],
        [
          'Action without a meeting',
          'The board may act without a meeting if all trustees consent in writing. The consents are filed with the minutes.',
        ],
        [
          'Consent agenda',
          'Matters that need no discussion are gathered in a consent agenda and decided in one vote. On the word of a single trustee a matter is taken out and discussed.',
        ],
        [
          'Executive session',
          'The trustees meet without staff at the end of each regular meeting. The chair tells the executive director afterwards what concerns the staff.',
        ],
        [
          'Minutes',
          'The secretary keeps minutes of every meeting. They record who was there, what was decided and how each abstention came about. Drafts are sent within fourteen days.',
        ],
      ],
    },
    {
      title: 'Article V. Committees',
      sections: [
        [
          'Standing committees',
          'The standing committees are finance, investment, grants and governance. Each has at least two trustees, and its chair is a trustee. The chair of the board appoints their members each January with the board’s consent.',
        ],
        [
          'Finance committee',
          'The finance committee reviews the budget and the results, recommends the auditors, meets them without management at least once a year, and reads the yearly return before it is filed.',
        ],
        [
          'Investment committee',
          'The investment committee carries out the investment policy, chooses managers and reports each quarter on the endowment. It keeps the spend-down model.',
        ],
        [
          'Grants committee',
          'The grants committee reviews the docket before each meeting and visits at least ten partners a year.',
        ],
        [
          'Governance committee',
          'The governance committee finds new trustees, keeps these bylaws, reads the yearly disclosures and leads the review of the executive director.',
        ],
        [
          'Limits',
          'No committee may elect or remove trustees or officers, amend these bylaws, approve a transaction with an insider, or decide on the dissolution of the foundation.',
        ],
        [
          'Advisory committees',
          'The board may form other committees with people who are not trustees. They advise and don’t decide.',
        ],
      ],
    },
    {
      title: 'Article VI. Officers',
      sections: [
        [
          'Officers',
          'The officers are a chair, a secretary, a treasurer and an executive director. The chair and the treasurer shall not be the same person.',
        ],
        [
          'Election',
          'The chair, the secretary and the treasurer are elected from among the trustees for one year. They may be elected again, the chair for at most six years in a row.',
        ],
        [
          'Chair',
          'The chair presides at meetings, sets their agenda together with the executive director, and speaks for the board.',
        ],
        [
          'Secretary',
          'The secretary keeps the minutes, the bylaws and the register of trustees, and gives notice of meetings.',
        ],
        [
          'Treasurer',
          'The treasurer chairs the finance committee and sees to it that the books are kept and reported as they should be.',
        ],
        [
          'Executive director',
          'The executive director leads the staff, carries out the decisions of the board and may make grants of up to $60,000 each within the approved budget, which are reported at the next meeting.',
        ],
        [
          'Removal',
          'The board may remove an officer at any time, without prejudice to any contract.',
        ],
      ],
    },
    {
      title: 'Article VII. Conduct',
      sections: [
        [
          'Standard of care',
          'Trustees act in good faith, in the interest of the foundation, and with the care of a prudent person in a like position. They may rely on officers, counsel, accountants and committees whom they have reason to trust.',
        ],
        [
          'Conflicts of interest',
          'A trustee or officer who has, or whose family has, an interest in a matter says so before it is discussed, leaves the room, and does not vote. The minutes record it.',
          'The foundation enters into no transaction with an insider unless the board, without the person concerned, has compared alternatives and found the transaction fair and better than what else can be had.',
        ],
        [
          'Self-dealing',
          'The foundation does nothing that the law of private foundations calls self-dealing, whether or not it would be to its advantage.',
        ],
        ['Loans', 'The foundation makes no loans to trustees, officers or their families.'],
        [
          'Confidentiality',
          'What is said in the boardroom stays there. Papers in the portal are for trustees and staff.',
        ],
        [
          'Protection of those who speak up',
          'Nobody suffers for reporting in good faith what seems wrong. A report may be made to the chair, to the treasurer or to counsel.',
        ],
      ],
    },
    {
      title: 'Article VIII. Indemnity and insurance',
      sections: [
        [
          'Indemnity',
          'To the extent that the law allows, the foundation holds its trustees, officers and employees harmless for what they did in good faith in its service.',
        ],
        [
          'Advances',
          'The costs of a defense may be advanced against the promise to repay them if it turns out that the person had no right to them.',
        ],
        [
          'Insurance',
          'The board may buy insurance for trustees, officers and employees, and reviews its limits every year.',
        ],
      ],
    },
    {
      title: 'Article IX. Money and records',
      sections: [
        ['Fiscal year', 'The fiscal year is the calendar year.'],
        [
          'Contracts and payments',
          'Contracts above $25,000 and payments above that amount need the signatures of two officers.',
        ],
        [
          'Audit',
          'The books are audited each year by an independent firm. The partner in charge changes at least every seven years.',
        ],
        [
          'Deposits',
          'Money is kept with institutions that the board approves. Balances above the insured limit are placed in Treasury funds.',
        ],
        [
          'Records',
          'The foundation keeps correct books, minutes of the board and its committees, and a register of grants. It keeps them for as long as the record policy says, and names a keeper for the time after it has closed.',
        ],
        [
          'Reports',
          'Within five months of the end of the year the treasurer gives each trustee a report on assets, income, spending and grants.',
        ],
      ],
    },
    {
      title: 'Article X. The close of the foundation',
      sections: [
        [
          'Plan',
          `At least four years before December 31, ${sunset}, the board adopts a plan for the close. It names the last grants, the people who stay, the money set aside for the final audit and returns, and the home of the archive.`,
        ],
        [
          'Last grants',
          'No award shall run past the last year but one, except final grants that are paid in full when they are made.',
        ],
        [
          'Staff',
          'The plan treats those who work for the foundation fairly, with notice, retention and help in finding what comes next.',
        ],
        [
          'Remainder',
          'What is left on the last day goes to public charities that the board names for purposes like those of the foundation, and to no trustee, officer or private person.',
        ],
      ],
    },
    {
      title: 'Article XI. Amendment and interpretation',
      sections: [
        [
          'Amendment',
          'These bylaws may be amended by two thirds of the trustees in office, at a meeting whose notice contains the text. Article I, section 3, and Article X, section 4, may be amended only by all of them.',
        ],
        [
          'Interpretation',
          'Where these bylaws and the articles of incorporation differ, the articles prevail. If a provision can’t be applied, the others stand.',
        ],
        [
          'Electronic means',
          'Whatever these bylaws call writing, signature or mail may be electronic, if it can be kept and read again.',
        ],
      ],
    },
    {
      title: 'Schedule A. Who decides what',
      texts: [
        'The schedule gathers what the articles above and the policies of the board say about authority. Where it differs from them, they prevail.',
      ],
      table: pairs('Matter', 'Decided by', [
        [
          'Budget, and changes of more than five percent between its groups',
          'The board, on the advice of the finance committee',
        ],
        ['Changes between the lines of a group', 'The executive director'],
        ['Grants above $60,000', 'The board, on the advice of the grants committee'],
        [
          'Grants of up to $60,000 within the budget',
          'The executive director; reported at the next meeting',
        ],
        [
          'Emergency grants between meetings, up to $250,000 together',
          'The chair and the executive director, reported within five days',
        ],
        ['Investment policy and targets', 'The board, on the advice of the investment committee'],
        ['Choice of managers, transfers within the ranges', 'The investment committee'],
        ['Contracts above $25,000', 'Two officers'],
        ['Contracts above $150,000, or longer than three years', 'The board'],
        [
          'Pay of the executive director',
          'The board without staff, on the advice of the governance committee',
        ],
        ['Pay of others', 'The executive director within the budget'],
        ['Choice of the auditors', 'The board, on the advice of the finance committee'],
        ['Statements to the press', 'The chair or the executive director'],
        ['Legal proceedings', 'The board; in urgent cases the chair, reported at once'],
      ]),
    },
    {
      title: 'Schedule B. Amendments',
      table: pairs('Date', 'What changed', [
        ['October 4, 1987', 'Adopted with eight articles'],
        ['June 11, 1996', 'Committees: investment and finance become two'],
        [
          'March 8, 2007',
          'Conduct: conflicts of interest, loans, protection of those who speak up',
        ],
        ['September 12, 2013', 'Attendance by video, action by electronic consent'],
        [
          'December 12, 2019',
          `The term of the foundation: December 31, ${sunset}; the article on its close`,
        ],
        [amended, 'Notice of ten days together with the papers; papers in the portal'],
      ]),
    },
    {
      title: 'Certificate of the secretary',
      texts: [
        'I certify that I am the elected secretary of the Larkspur Foundation and that these bylaws, in eleven articles, are the bylaws of the foundation as amended and in force today.',
        'Eleanor Whitcombe, Secretary',
      ],
    },
  ],
})
