import '../src/tokens.css'
import '../src/base.css'
import { createRoot } from 'react-dom/client'
import type { ViewerDocument } from '../src/viewer/viewer-document.ts'
import { samplePdf } from './sample-pdf.ts'
import styles from './stories-page.module.css'
import { useSyncExternalStore, type ComponentType, useLayoutEffect, useState } from 'react'
import { type TextSize, textSizes } from '@portal/contract/device-settings'
import { Segmented } from '../src/segmented.tsx'

const mimeType = 'application/pdf'

export const samplePaper: ViewerDocument = { id: 'sample', name: 'Cash Flow Summary', mimeType }

export const missingPaper: ViewerDocument = { id: 'missing', name: 'Missing paper', mimeType }

export const brokenPaper: ViewerDocument = { id: 'broken', name: 'Damaged paper', mimeType }

/** Never arrives. */
export const slowPaper: ViewerDocument = { id: 'slow', name: 'Slow paper', mimeType }

/** Responds to the stories' API requests; there is no server behind them. */
function answerSamplePapers(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const id = /^\/api\/documents\/([^/]+)\/content$/.exec(pathname)?.[1]
    return id === undefined ? fetch(input, init) : answer(id)
  }
}

async function answer(id: string): Promise<Response> {
  const headers = { 'content-type': mimeType }
  if (id === samplePaper.id) return new Response(samplePdf(), { headers })
  if (id === brokenPaper.id) return new Response('This is no PDF.', { headers })
  if (id === slowPaper.id) return new Promise<never>(() => {})
  return new Response(null, { status: 404 })
}

answerSamplePapers()

createRoot(document.getElementById('stories')!).render(<StoriesPage />)

/** All components of shared-ui: the index, a component with its stories, or one story. */
function StoriesPage() {
  const [component, story] = useAddress()
  const shown = catalog.find(({ slug }) => slug === component)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.home} href="#/">
          Component stories
        </a>
        <Appearance />
      </header>
      <nav className={styles.navigation} aria-label="Components">
        <ul className={styles.list}>
          {catalog.map((entry) => (
            <li key={entry.slug}>
              <a
                href={`#/${entry.slug}`}
                className={styles.link}
                aria-current={entry === shown ? 'page' : undefined}
              >
                {entry.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.main}>
        {shown ? <Component {...shown} story={story} /> : <Index />}
      </main>
    </div>
  )
}

/** A link to every page that shows stories. */
function Index() {
  const count = catalog.reduce((sum, { stories }) => sum + stories.length, 0)
  return (
    <>
      <h1>Component stories</h1>
      <p>
        {catalog.length} components in {count} stories. Each component’s stories are next to it in{' '}
        <code>shared-ui/src</code>.
      </p>
      {catalog.map(({ slug, name, showsOneStory, stories }) => (
        <section key={slug} className={styles.entry}>
          <h2 className={styles.name}>{name}</h2>
          {showsOneStory ? (
            <StoryLinks slug={slug} stories={stories} />
          ) : (
            <a href={`#/${slug}`}>
              {stories.length === 1 ? 'One story' : `${stories.length} stories`}
            </a>
          )}
        </section>
      ))}
    </>
  )
}

type StoryLinksProps = { slug: string; stories: Story[]; chosen?: Story | undefined }

function StoryLinks({ slug, stories, chosen }: StoryLinksProps) {
  return (
    <ul className={styles.stories}>
      {stories.map((story) => (
        <li key={story.slug}>
          <a
            href={`#/${slug}/${story.slug}`}
            className={styles.link}
            aria-current={story === chosen ? 'page' : undefined}
          >
            {story.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Component(props: ComponentStories & { story: string | undefined }) {
  const { slug, name, showsOneStory, stories, story } = props
  const chosen = stories.find((entry) => entry.slug === story)
  const shown = chosen ? [chosen] : showsOneStory ? [] : stories
  return (
    <>
      <h1>{name}</h1>
      {showsOneStory || chosen ? (
        <nav aria-label={`Stories of ${name}`}>
          <StoryLinks slug={slug} stories={stories} chosen={chosen} />
        </nav>
      ) : null}
      {shown.map((entry) => (
        <StoryFrame key={`${slug}/${entry.slug}`} address={`#/${slug}/${entry.slug}`} {...entry} />
      ))}
    </>
  )
}

function StoryFrame({ name, address, Story }: Story & { address: string }) {
  return (
    <article className={styles.story}>
      <h2 className={styles.name}>
        <a href={address}>{name}</a>
      </h2>
      <div className={styles.stage}>
        <Story />
      </div>
    </article>
  )
}

/** The parts of the address’s fragment: `#/dialog/small` is `['dialog', 'small']`. */
function useAddress(): string[] {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return hash.startsWith('#/') ? hash.slice(2).split('/').filter(Boolean) : []
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

type Story = { slug: string; name: string; Story: ComponentType }

type ComponentStories = {
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
const catalog: ComponentStories[] = files
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

const themes = ['system', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }

/** Switches for theme and text size; the page’s query keeps them. */
function Appearance() {
  const [theme, setTheme] = useSetting<Theme>('theme', themes)
  const [textSize, setTextSize] = useSetting<TextSize>('text-size', textSizes)
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    style.colorScheme = theme === 'system' ? '' : theme
    dataset['textSize'] = textSize
  }, [theme, textSize])
  return (
    <div className={styles.appearance}>
      <Segmented
        label="Theme"
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: themeNames[value] }))}
      />
      <Segmented
        label="Text size"
        value={textSize}
        onChange={setTextSize}
        options={textSizes.map((value) => ({ value, label: value }))}
      />
    </div>
  )
}

function useSetting<T extends string>(name: string, values: readonly T[]) {
  const [value, setValue] = useState(() => {
    const wanted = new URLSearchParams(location.search).get(name)
    return values.find((known) => known === wanted) ?? values[0]!
  })
  const change = (next: T) => {
    const url = new URL(location.href)
    url.searchParams.set(name, next)
    history.replaceState(null, '', url)
    setValue(next)
  }
  return [value, change] as const
}
