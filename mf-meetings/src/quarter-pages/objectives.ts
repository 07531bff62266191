import type { AgendaItem } from '@portal/contract/agendas'

/** A quarter's objective: what its published agenda sets out to do. */
export type Objective = {
  id: string
  name: string
  category: string
  done: boolean
  about?: string
}

export function objectivesOf(items: AgendaItem[]): Objective[] {
  return items.map(({ id, title, type, completed, description, speaker }) => {
    const about = [speaker, description].filter(Boolean).join(' · ')
    return {
      id,
      name: title.trim() || 'Untitled Item',
      category: type.trim() || 'discussion',
      done: completed,
      ...(about ? { about } : {}),
    }
  })
}

/** Every category that some objective has, by name. */
export function categoriesOf(objectives: Objective[]): string[] {
  return [...new Set(objectives.map(({ category }) => category))].toSorted()
}

/** Those of a category (any without one) that hold every word, whatever its case. */
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

/** "action-item" as "Action item". */
export function categoryName(category: string): string {
  const words = category.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
