import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/contract/client'
import { agendaItemName } from '@portal/domain/agenda-item'
import { errorMessage } from '../../shared/error-message.ts'
import { type AgendaDraft, agendaTexts } from './agenda-draft.ts'
import { itemLabels, textLabels } from './agenda-merge.ts'
import type { DraftProblems, ItemProblems } from './draft-problems.ts'

/** A refused save: the reason in a sentence, and what is shown at the fields. */
export type SaveRefusal = {
  /** The server's message; undefined if it gave none that can be shown. */
  reason: string | undefined
  requestId: string
  fields: DraftProblems
}

/** What a failed save says about the draft that was sent. */
export function saveRefusal(error: unknown, draft: AgendaDraft): SaveRefusal {
  if (!isApiError(error)) return { reason: undefined, requestId: '', fields: {} }
  const { requestId, fields = [] } = error
  const found = fields.flatMap(({ path, message }) => refusedField(path, message, draft) ?? [])
  const texts = found.flatMap(({ text, message }) => (text ? [[text, message] as const] : []))
  const items: Record<string, ItemProblems> = {}
  for (const { item, name, message } of found) {
    if (item) items[item] = { ...items[item], [name]: message }
  }
  return {
    reason: found.find(({ item }) => item)?.sentence ?? errorMessage(error) ?? found[0]?.sentence,
    requestId,
    fields: { ...Object.fromEntries(texts), ...(Object.keys(items).length > 0 && { items }) },
  }
}

/** The field that `body.title` or `body.content.items.3.description` names; undefined if the screen has none. */
function refusedField(path: string, message: string, draft: AgendaDraft) {
  const [, index, itemField] = /\.items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const item = index === undefined ? undefined : draft.items[Number(index)]
  if (item && isItemField(itemField)) {
    const of = agendaItemName(item, Number(index))
    const sentence = `“${isolated(of)}”, ${itemLabels[itemField]}: ${message}`
    return { item: item.id, name: itemField, message, sentence }
  }
  const text = agendaTexts.find(
    (name) => /^body\.(content\.)?\w+$/.test(path) && path.endsWith(`.${name}`),
  )
  return text && { text, name: text, message, sentence: `${textLabels[text]}: ${message}` }
}

function isItemField(name: string | undefined): name is keyof ItemProblems {
  return (
    name !== undefined &&
    ['title', 'description', 'time', 'duration', 'speaker', 'papers'].includes(name)
  )
}
