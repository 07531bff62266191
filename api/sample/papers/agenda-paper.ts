import { consentType } from '@portal/domain/question-rules'
import { agendaItems } from '../agenda-items.ts'
import { longDay } from '../figures/words.ts'
import { startPaper } from '../paper/paper.ts'
import type { Briefing } from './briefing.ts'

/** The agenda as a PDF, for boards that keep it in the drive. */
export async function agendaPaper(briefing: Briefing): Promise<Uint8Array> {
  const items = agendaItems(briefing.quarter)
  const paper = startPaper(
    briefing.head('Agenda', {
      subtitle: longDay(briefing.meetingOn),
      facts: [
        ['Time', '9:00 AM to 12:00 PM, Pacific time'],
        ['Place', 'Larkspur House, Boardroom, and by video'],
        ['Chair', 'Maria Lopez'],
      ],
    }),
  )
  paper.section('Order of business')
  paper.table({
    columns: [
      { label: 'Time', share: 12 },
      { label: 'Item', share: 44 },
      { label: 'Speaker', share: 26 },
      { label: 'Minutes', share: 12, figures: true },
    ],
    rows: [
      ...items.map(({ time = '', title, speaker = '', duration }) => ({
        cells: [time.replace(/^0/, ''), title, speaker, String(duration)],
      })),
      {
        kind: 'total',
        cells: ['', 'Together', '', String(items.reduce((sum, { duration }) => sum + duration, 0))],
      },
    ],
  })
  paper.section('Notes on the items')
  for (const { title, description, type } of items) {
    if (!description) continue
    paper.subsection(title)
    const isDecided = type === 'decision' || type === consentType
    paper.text(isDecided ? `For decision. ${description}` : description)
  }
  paper.section('Joining by video')
  paper.text(
    'The portal’s first page has the button Join Meeting. It can be used from fifteen minutes before the meeting begins. If the picture fails, the board liaison can connect you by telephone.',
  )
  return paper.finish()
}
