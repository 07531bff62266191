import { html, raw } from 'hono/html'
import { agendaItemPlaces, isSubItemPlace } from '@portal/domain/agenda-item'
import { isMaterialType, materialName } from '@portal/domain/slot-names'
import type { ExportedAgenda, ExportedContent } from './exported-content.ts'
import { exportPage, hrefOf, type Html } from './export-page.ts'
import { paperNames, paperVersionKey } from './paper-names.ts'

/** The page of an agenda; `made` has the archive's files. */
export function agendaPage(
  agenda: ExportedAgenda,
  content: ExportedContent,
  made: ReadonlySet<string>,
): string {
  const title = `${agenda.title ?? 'Board Meeting'}, ${agenda.id.replace('-', ' ')}`
  const when = [agenda.date, [agenda.time, agenda.endTime].filter(Boolean).join(' – ')]
  const lines = [when.filter(Boolean).join(', '), agenda.location].filter(Boolean)
  const places = agendaItemPlaces(agenda.items)
  const items = agenda.items.map((item, index) => {
    const place = places[index]!
    const details = [
      item.time,
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
  const [year, number] = quarter.split('-Q').map(Number)
  const rows = papers.map(({ materialType, pages }) => {
    const slot = content.slots.find(
      (candidate) =>
        candidate.slot.kind === 'meeting' &&
        candidate.slot.year === year &&
        candidate.slot.quarter === number &&
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
