import { isQuarterly, meetingId, meetingLabel, meetingOf } from '@portal/domain/meeting-ref'
import { html, raw } from 'hono/html'
import { agendaItemPlaces, isSubItemPlace } from '@portal/domain/agenda-item'
import { agendaSpan, clockText } from '@portal/domain/agenda-times'
import { dayText, isDay } from '@portal/domain/days'
import { isMaterialType, materialName } from '@portal/domain/slot-names'
import type { ExportedAgenda, ExportedContent } from './exported-content.ts'
import { exportPage, hrefOf, type Html } from './export-page.ts'
import { paperNames, paperVersionKey } from './paper-names.ts'

type AgendaPage = {
  /** The archive's files. */
  made: ReadonlySet<string>
  timeZone: string
}

/** The page of an agenda. */
export function agendaPage(
  agenda: ExportedAgenda,
  content: ExportedContent,
  { made, timeZone }: AgendaPage,
): string {
  const title = agendaTitle(agenda)
  const lines = [agendaWhen(agenda, timeZone), agenda.location].filter(Boolean)
  const places = agendaItemPlaces(agenda.items)
  const items = agenda.items.map((item, index) => {
    const place = places[index]!
    const details = [
      item.time && clockText(item.time),
      item.duration === undefined ? undefined : `${item.duration} minutes`,
      item.speaker,
    ].filter(Boolean)
    return html`<li${isSubItemPlace(place) ? raw(' class="sub"') : ''}>
      <strong>${place} ${item.title ?? item.text ?? 'Untitled'}</strong
      >${details.length > 0 ? ` (${details.join(', ')})` : ''}
      ${paragraph(item.description ?? item.details)}
      ${papersOf(item.papers ?? [], agenda.id, content, made)}
    </li>`
  })
  return exportPage(
    title,
    html`<nav><a href="../index.html">All papers and agendas</a></nav>
      <h1>${title}</h1>
      ${agenda.status === 'published' ? '' : html`<p>This agenda was a draft.</p>`}
      ${lines.map((line) => html`<p>${line}</p>`)} ${paragraph(agenda.description)}
      <ol class="agenda">
        ${items}
      </ol>`,
  )
}

/** Names the quarter once: most titles contain it. Another meeting is named by its title and date. */
export function agendaTitle({ id, title = 'Board Meeting', date }: ExportedAgenda): string {
  const meeting = meetingOf(id)
  if (meeting && !isQuarterly(meeting)) return meetingLabel(meeting, { title, date })
  const name = meeting ? meetingLabel(meeting) : id
  return title.includes(name) ? title : `${title}, ${name}`
}

/** "Thursday 10 December 2026, 9:00 AM – 12:00 PM PT"; empty if the agenda has no date and no time. */
export function agendaWhen(
  { date, time = '', endTime = '' }: ExportedAgenda,
  timeZone: string,
): string {
  const day = date !== undefined && isDay(date) ? `${dayText(date)} ${date.slice(0, 4)}` : date
  const span = time.trim() === '' ? '' : agendaSpan({ date, time, endTime }, timeZone)
  return [day, span].filter(Boolean).join(', ')
}

function paragraph(text: string | undefined): Html | string {
  return text === undefined || text === '' ? '' : html`<p>${text}</p>`
}

function papersOf(
  papers: readonly { materialType: string; pages?: string | undefined }[],
  quarter: string,
  content: ExportedContent,
  made: ReadonlySet<string>,
): Html | string {
  if (papers.length === 0) return ''
  const names = paperNames(content)
  const rows = papers.map(({ materialType, pages }) => {
    const slot = content.slots.find(
      (candidate) =>
        candidate.slot.kind === 'meeting' &&
        meetingId(candidate.slot) === quarter &&
        candidate.slot.materialType === materialType,
    )
    const known = isMaterialType(materialType) ? materialName(materialType) : materialType
    const called = slot?.name ?? known
    const shown = content.papers
      .find(({ id }) => id === slot?.documentId)
      ?.versions.find(({ isShown }) => isShown)
    const file = shown && names.get(paperVersionKey(shown.paper, shown.number))
    const where = pages === undefined ? '' : `, pages ${pages}`
    const link =
      file !== undefined && made.has(file)
        ? html`<a href="../${hrefOf(file)}">${called}</a>`
        : html`${called}`
    return html`<li>${link}${where}</li>`
  })
  return html`<ul>
    ${rows}
  </ul>`
}
