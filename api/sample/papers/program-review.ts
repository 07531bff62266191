import { chanceOf } from '../figures/chance.ts'
import { grantLines } from '../figures/lines.ts'
import { count, dollars, percent } from '../figures/words.ts'
import { startPaper } from '../paper/paper.ts'
import { type Briefing, ofGroup } from './briefing.ts'

export async function programReview(briefing: Briefing): Promise<Uint8Array> {
  const { quarter, spent, planned, label, period } = briefing
  const whole = ofGroup(spent, 'grants')
  const inDepth = grantLines[(quarter.year * 4 + quarter.quarter) % grantLines.length]!
  const paper = startPaper(
    briefing.head('Program Review', {
      subtitle: `All five areas in brief; ${inDepth.name.toLowerCase()} in depth`,
      facts: [
        ['Prepared by', 'Hana Takeda, Director of Programs'],
        ['For', 'Discussion; sixty minutes on the agenda'],
      ],
    }),
  )
  paper.section('Grants by area')
  paper.table({
    caption: `Paid in the ${period} ($ thousands)`,
    columns: [
      { label: 'Area', share: 40 },
      { label: 'Budget to date', share: 20, figures: true },
      { label: 'Paid', share: 20, figures: true },
      { label: 'Share', share: 20, figures: true },
    ],
    rows: [
      ...grantLines.map(({ id, name }) => ({
        cells: [name, count(planned[id]!), count(spent[id]!), percent(spent[id]!, whole)],
      })),
      {
        kind: 'total',
        cells: ['Grants', count(ofGroup(planned, 'grants')), count(whole), '100.0%'],
      },
    ],
  })
  for (const { id, name } of grantLines) {
    const chance = chanceOf(`review ${label} ${id}`)
    const [active, visits] = [14 + Math.floor(chance() * 20), 5 + Math.floor(chance() * 12)]
    paper.section(name)
    paper.text(
      `${active} awards are active and ${visits} partners were visited since the last review. ${dollars(spent[id]!)} was paid to date.`,
      ...stories[id]!,
    )
  }
  paper.section(`In depth: ${inDepth.name}`)
  for (const [title, text] of depth) {
    paper.subsection(title)
    paper.text(text)
  }
  paper.section('Questions for the board')
  paper.list(
    [
      'Where do you see that a partner depends on us more than we say?',
      'Which of these areas would you want to read about in twenty years?',
      'What should we stop doing now, so that the last years are calm?',
    ],
    true,
  )
  return paper.finish()
}

const stories: Record<string, string[]> = {
  land: [
    'Easements now cover eleven ranches along the upper river. What changed this year is not the money but the neighbors: four families came to the land trust on their own.',
    'Fire remains the risk to all of it. Thinning crews worked on nine hundred acres, half of the plan, because the season in which they may burn was short.',
  ],
  learning: [
    'Three counties have adopted the pay scale that our partners wrote. Turnover among early educators fell in all three, most of all in the smallest.',
    'Preschool rooms can be built faster than people can be trained for them. The next awards are therefore for training.',
  ],
  health: [
    'Four clinics share one on-call service, and waiting times fell by a third. The clinics pay half of its cost today and will pay all of it in three years.',
    'Dental care by van reaches schools that have not had a visit for a decade. The state now pays for the visits, though not for the van.',
  ],
  resilience: [
    'Two cooling centers stayed open through the August heat with their own power. Both were full on the worst day.',
    'Organizers tell us that small, quick grants matter more than large, slow ones. The fund for repairs now decides within ten days.',
  ],
  legacy: [
    'Six partners are in the second year of handing over from a founding director. All six have named a successor, and five have kept theirs.',
    'Shared bookkeeping serves twelve groups. It will pay for itself from next year.',
  ],
}

const depth: [string, string][] = [
  [
    'What we set out to do',
    'Ten years ago the board chose this area because no other funder was there. The plan named three results: that partners know one another, that they earn public money, and that they outlast us. It named no figures, which we regret.',
  ],
  [
    'What happened',
    'Partners do know one another. They meet without us, four times a year, and have begun to apply for funds together. Public money came later than we hoped and in larger amounts: for each dollar of ours, two now come from elsewhere.',
  ],
  [
    'What did not work',
    'Our first awards were too short. One-year grants made partners write reports when they should have hired people. We also asked for plans that nobody read, us included.',
  ],
  [
    'What we learned',
    'Stay longer, ask less, and pay for the people who hold things together. A bookkeeper has done more for some partners than a strategy did.',
  ],
  [
    'What comes next',
    'From now on awards in this area run to the last year but one. Each has a line for reserves. Program officers will write down, with every partner, what it needs to be well on the day after we close.',
  ],
]
