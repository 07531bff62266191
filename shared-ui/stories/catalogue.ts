import type { ComponentType } from 'react'

export type Story = { slug: string; name: string; Story: ComponentType }

export type ComponentStories = {
  slug: string
  name: string
  /** Each story has a page of its own, because it covers the page or takes the focus. */
  showsOneStory: boolean
  stories: Story[]
}

/** What a `*.stories.tsx` exports: a component for each story, and how they are shown. */
type StoriesFile = Record<string, ComponentType | boolean>

const files = import.meta.webpackContext('../src', { recursive: true, regExp: /\.stories\.tsx$/ })

/** The stories of every component, in the order of their names. */
export const catalogue: ComponentStories[] = files
  .keys()
  .map((file) => storiesOf(file, files(file) as StoriesFile))
  .toSorted((a, b) => a.name.localeCompare(b.name))

function storiesOf(file: string, exported: StoriesFile): ComponentStories {
  const slug = file.replace(/^.*\//, '').replace('.stories.tsx', '')
  const stories = Object.entries(exported).flatMap(([name, Story]) =>
    typeof Story === 'boolean' ? [] : [{ slug: dashed(name), name: sentence(dashed(name)), Story }],
  )
  return { slug, name: sentence(slug), showsOneStory: exported['showsOneStory'] === true, stories }
}

/** `WithLongText` is `with-long-text`. */
function dashed(name: string): string {
  return name.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase()
}

/** `with-long-text` is `With long text`. */
function sentence(slug: string): string {
  const words = slug.replaceAll('-', ' ').replace(/\bpdf\b/, 'PDF')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
