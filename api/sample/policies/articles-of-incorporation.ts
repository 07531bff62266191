import type { Policy } from './policy.ts'

export const articlesOfIncorporation = (sunset: number, amended: string): Policy => ({
  title: 'Articles of Incorporation',
  subtitle: 'Restated articles of a California nonprofit public benefit corporation',
  facts: [
    ['First filed', 'September 21, 1987'],
    ['Restated', amended],
  ],
  chapters: [
    { title: 'First: Name', texts: ['The name of the corporation is Larkspur Foundation.'] },
    {
      title: 'Second: Purposes',
      texts: [
        'The corporation is a nonprofit public benefit corporation and is not organized for the private gain of any person. It is organized for charitable purposes.',
        'Its specific purposes are to protect land and water, to support the early learning of children, to further the health of people in rural places, to strengthen communities against hardship, and to leave those who do this work able to go on with it.',
      ],
    },
    {
      title: 'Third: Term',
      texts: [
        `The corporation shall exist until December 31, ${sunset}, and shall by then have distributed its assets as the ninth article says. The board may choose an earlier day in the manner of the bylaws.`,
      ],
    },
    {
      title: 'Fourth: Limits',
      sections: [
        [
          'Exempt purposes',
          'The corporation shall not carry on any activity that is not permitted to an organization exempt from federal income tax as a charity, or to which contributions are deductible.',
        ],
        [
          'Politics',
          'The corporation shall not take part in any campaign for or against a candidate for public office, and shall not carry on propaganda or otherwise try to influence legislation beyond what the law permits to private foundations.',
        ],
        [
          'Private benefit',
          'No part of its earnings shall benefit a trustee, an officer or any private person, except that it may pay reasonably for services and make payments in furtherance of its purposes.',
        ],
      ],
    },
    {
      title: 'Fifth: Rules for private foundations',
      texts: ['In every year in which it is a private foundation, the corporation'],
      list: [
        'shall distribute its income at such time and in such manner as not to become subject to the tax on undistributed income;',
        'shall not engage in any act of self-dealing;',
        'shall not retain any excess business holdings;',
        'shall not make any investments that jeopardize its purposes; and',
        'shall not make any taxable expenditures.',
      ],
    },
    {
      title: 'Sixth: Trustees',
      texts: [
        'The affairs of the corporation are managed by a board of trustees. Their number, election and terms are set in the bylaws. The corporation has no members.',
      ],
    },
    {
      title: 'Seventh: Liability and indemnity',
      texts: [
        'The liability of trustees for monetary damages is limited to the fullest extent that the law permits. The corporation may indemnify its agents as the bylaws provide.',
      ],
    },
    {
      title: 'Eighth: Amendment',
      texts: [
        'These articles may be amended by two thirds of the trustees in office. The third and ninth articles may be amended only by all of them, and never so as to benefit a private person.',
      ],
    },
    {
      title: 'Ninth: Dedication and dissolution',
      texts: [
        'The property of the corporation is irrevocably dedicated to charitable purposes. Upon its dissolution, after all debts are paid or provided for, what remains shall be distributed to public charities that the board names, organized for purposes like its own.',
        'If anything should then be left, it shall be disposed of by the court of the county in which the principal office stood, for such purposes alone.',
      ],
    },
    {
      title: 'Tenth: Office and agent',
      texts: [
        'The principal office of the corporation is at Larkspur House, Los Angeles, California. The agent for service of process is the secretary of the corporation at that address.',
      ],
    },
    {
      title: 'Certificate',
      texts: [
        'The undersigned declare under penalty of perjury that they are the chair and the secretary of the corporation, and that these restated articles were approved by the board in the manner that the law and the articles require.',
        'Maria Lopez, Chair',
        'Eleanor Whitcombe, Secretary',
      ],
    },
  ],
})
