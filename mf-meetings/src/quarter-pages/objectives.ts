import type { AgendaItem } from '@portal/contract/agendas'
import { isolated } from '@portal/domain/shown-text'

/** A quarter's objective, from an item of its published agenda. */
export type Objective = {
  id: string
  name: string
  category: string
  done: boolean
  about?: string
}

export function objectivesOf(items: AgendaItem[]): Objective[] {
  return items.map(({ id, title, type, completed, description, speaker }) => {
    const about = [speaker, description].filter(Boolean).map(isolated).join(' · ')
    return {
      id,
      name: title.trim() || 'Untitled Item',
      category: type.trim() || 'discussion',
      done: completed,
      ...(about ? { about } : {}),
    }
  })
}

/** Every category in use, by name. */
export function categoriesOf(objectives: Objective[]): string[] {
  return [...new Set(objectives.map(({ category }) => category))].toSorted()
}

/** The objectives of a category (or all) that contain every word, in any case. */
export function foundObjectives(
  objectives: Objective[],
  { words, category }: { words: string; category: string | undefined },
): Objective[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return objectives.filter((objective) => {
    const text = `${objective.name} ${objective.category} ${objective.about ?? ''}`.toLowerCase()
    const fits = category === undefined || objective.category === category
    return fits && wanted.every((word) => text.includes(word))
  })
}

/** "action-item" becomes "Action item". */
export function categoryName(category: string): string {
  const words = category.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
